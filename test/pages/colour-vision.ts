/** How colours look to people: simulated colour blindness, and the distance CIEDE2000. */

type Triple = readonly [number, number, number];

/** Of linear red, green and blue, at full severity (Machado, Oliveira and Fernandes 2009). */
export const VISIONS: readonly (readonly Triple[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  // Protanopia
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  // Deuteranopia
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  // Tritanopia
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** Linear red, green and blue of a colour `#rrggbb` as seen so, each from 0 to 1. */
export function simulate(colour: string, vision: readonly Triple[]): Triple {
  const linear = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = vision.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, index) => sum + factor * (linear[index] ?? 0), 0),
      ),
    ),
  );
  return [red, green, blue];
}

/** CIE L*a*b* under D65 of linear sRGB. */
export function labOf([red, green, blue]: Triple): Triple {
  const root = (share: number): number => (share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116);
  const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = root(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance CIEDE2000 of two colours in L*a*b* (Sharma, Wu and Dalal 2005). */
export function colourDifference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const seventh = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const grey = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [stretched1, stretched2] = [(1 + grey) * a1, (1 + grey) * a2];
  const [c1, c2] = [Math.hypot(stretched1, b1), Math.hypot(stretched2, b2)];
  const hueOf = (a: number, b: number): number =>
    a === 0 && b === 0 ? 0 : ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [h1, h2] = [hueOf(stretched1, b1), hueOf(stretched2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const [lightness, chroma] = [l2 - l1, c2 - c1];
  const hue = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));
  const [meanL, meanC] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const meanH = isGrey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const t =
    1 -
    0.17 * Math.cos(radians(meanH - 30)) +
    0.24 * Math.cos(radians(2 * meanH)) +
    0.32 * Math.cos(radians(3 * meanH + 6)) -
    0.2 * Math.cos(radians(4 * meanH - 63));
  const rotation = -2 * seventh(meanC) * Math.sin(radians(60 * Math.exp(-(((meanH - 275) / 25) ** 2))));
  const ofL = lightness / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2));
  const ofC = chroma / (1 + 0.045 * meanC);
  const ofH = hue / (1 + 0.015 * meanC * t);
  return Math.sqrt(ofL ** 2 + ofC ** 2 + ofH ** 2 + rotation * ofC * ofH);
}
