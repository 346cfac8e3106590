/**
 * A word in Latin letters, and in the country's own script where names there are written in both.
 */
export interface Word {
  readonly latin: string;
  readonly native: string | null;
}

/**
 * What invented company names of a country are made of: head + tail, a trade word, a legal form.
 */
export interface Tongue {
  readonly heads: readonly Word[];
  readonly tails: readonly Word[];
  /** One per sector, in the order of `SECTORS`. */
  readonly trades: readonly Word[];
  readonly forms: readonly Word[];
  /** What stands between the words of a name in the country's own script. */
  readonly nativeGap: string;
}

/** Reads `Latin` or `Latin:native` words; `separator` stands between them. */
function words(text: string, separator: string): Word[] {
  return text.split(separator).map((word) => {
    const [latin, native] = word.split(":");
    return { latin: latin!, native: native ?? null };
  });
}

function tongue(heads: string, tails: string, trades: string, forms: string, nativeGap = " "): Tongue {
  return {
    heads: words(heads, " "),
    tails: words(tails, " "),
    trades: words(trades, "|"),
    forms: words(forms, "|"),
    nativeGap,
  };
}

const ENGLISH = "Farms|Textiles|Chemicals|Construction|Electronics|Energy|Finance|Foods|Health|Mining|Stores|Logistics";
const FRENCH =
  "Agricole|Textile|Chimie|Construction|Électronique|Énergie|Finance|Alimentation|Santé|Métaux|Distribution|Transports";
const SPANISH =
  "Agrícola|Textil|Química|Construcciones|Electrónica|Energía|Finanzas|Alimentos|Salud|Minera|Comercio|Transportes";

/**
 * The tongues by country (ISO 3166-1 alpha-2).
 *
 * Heads are sound-words and nonsense on purpose (wobbling, chirping, rattling), so that no name is
 * taken for a real firm's.
 */
export const TONGUES: Readonly<Record<string, Tongue>> = {
  BG: tongue(
    "Drunka:Друнка Klopo:Клопо Shumo:Шумо Tsvarka:Цвърка Bambo:Бамбо Pufka:Пуфка Zhuzho:Жужо Tropo:Тропо",
    "mirets:мирец lyuba:люба grudka:грудка venka:венка dolche:долче",
    "Agro:Агро|Tekstil:Текстил|Himiya:Химия|Stroy:Строй|Elektronika:Електроника|Energiya:Енергия|Finans:Финанс|Hrani:Храни|Zdrave:Здраве|Metal:Метал|Targoviya:Търговия|Transport:Транспорт",
    "AD:АД|OOD:ООД|EOOD:ЕООД",
  ),
  BR: tongue(
    "Caramb Jabutic Tiriric Pirulet Zambumb Chocalh Piripip Xiquex Borbolh Fuzuel Cambalh Ziguez Quiriqu",
    "andira óbia açuba inhaço ipeva onhé uruca etama avelã",
    "Agrícola|Têxtil|Química|Construções|Eletrônica|Energia|Finanças|Alimentos|Saúde|Mineração|Varejo|Transportes",
    "S.A.|Ltda.|Participações S.A.",
  ),
  CI: tongue("Tamtoum Zougoul Balaf Kpakp", "issou akro ébou anou", FRENCH, "S.A.|SARL"),
  DE: tongue(
    "Quasel Brummel Zwirbel Flunkel Schnurrel Knorzel Wabbel Trudel Plinker Grummel Dussel Kribbel Tuschel Schlummer Zappel Rumpel",
    "hain lohe wick brück mönd stelz quast zipf moos",
    "Agrar|Textil|Chemie|Bau|Elektronik|Energie|Finanz|Lebensmittel|Medizintechnik|Metall|Handel|Logistik",
    "GmbH|AG|GmbH & Co. KG|SE|KGaA",
  ),
  DK: tongue(
    "Snurrip Pjuskel Kvidrel Tumlik Sjokkel Vimsop Boblik Klirrim",
    "gaard lund bæk holm sø kær",
    "Landbrug|Tekstil|Kemi|Byg|Elektronik|Energi|Finans|Fødevarer|Sundhed|Metal|Handel|Transport",
    "A/S|ApS",
  ),
  EG: tongue(
    "Zahzah:زهزه Farfash:فرفش Tartar:ترتر Lamlam:لملم Rafraf:رفرف Zaqzaq:زقزق Bahbah:بحبح",
    "abad:آباد oun:ون iyya:ية an:ان",
    "Farms:الزراعية|Textiles:للنسيج|Chemicals:للكيماويات|Construction:للإنشاءات|Electronics:للإلكترونيات|Energy:للطاقة|Finance:للتمويل|Foods:للأغذية|Health:للرعاية الصحية|Mining:للتعدين|Trading:للتجارة|Transport:للنقل",
    "S.A.E.:ش.م.م|LLC:ذ.م.م",
  ),
  ES: tongue(
    "Zambul Torlir Quisp Garabul Pelind Churrum Mirlind Bolond Farfol Tarumb Ñoñar Cascab",
    "eña illarga uétaro andiaga iñuela ombro úcar azueña",
    SPANISH,
    "S.A.|S.L.|S.A.U.",
  ),
  FI: tongue(
    "Hupsuri Pömpöli Vilskeri Möhkäri Jöröli Lörppöri Kuhiselo Tipsuri",
    "lahti koski niemi järvi la maa",
    "Maatalous|Tekstiili|Kemia|Rakennus|Elektroniikka|Energia|Rahoitus|Elintarvike|Terveys|Metalli|Kauppa|Kuljetus",
    "Oy|Oyj",
  ),
  FJ: tongue("Lavuaka Tovelau", "nadri levani", ENGLISH, "Pte Ltd|Ltd"),
  FR: tongue(
    "Brouf Zizan Pimpren Froul Galimat Tourlip Cocorel Marmit Bidul Grelot Tralal Chuchot Patatr",
    "ouillac ignac ovelle émont andine ézac ôtière urlux",
    FRENCH,
    "S.A.|SAS|SARL",
  ),
  GB: tongue(
    "Wimble Snaffle Quibble Dribbet Fumble Pockle Tumber Brindlet Crumple Flibber Whiffle Gobble Mumble Snorkle",
    "croft thwaite wick mere combe garth shaw moor",
    ENGLISH,
    "Ltd|plc|LLP",
  ),
  GR: tongue(
    "Zouzoun:Ζουζουν Tsitsir:Τσιτσιρ Vrontol:Βροντολ Flisv:Φλισβ Kelaryz:Κελαρυζ Trizon:Τριζον Paflaz:Παφλαζ Mourmour:Μουρμουρ",
    "afeia:άφεια ousa:ούσα olithos:όλιθος opolis:όπολις andros:άνδρος",
    "Agrotiki:Αγροτική|Yfantourgia:Υφαντουργία|Chimika:Χημικά|Kataskeves:Κατασκευές|Ilektronika:Ηλεκτρονικά|Energeia:Ενέργεια|Pistotiki:Πιστωτική|Trofima:Τρόφιμα|Ygeia:Υγεία|Metalla:Μέταλλα|Emporiki:Εμπορική|Metafores:Μεταφορές",
    "A.E.:Α.Ε.|E.P.E.:Ε.Π.Ε.",
  ),
  IN: tongue(
    "Jhilmil:झिलमिल Thumak:ठुमक Gungun:गुनगुन Chamcham:चमचम Jhunjhun:झुनझुन Phudak:फुदक Rimjhim:रिमझिम Tiptip:टिपटिप Khankhan:खनखन Dagmag:डगमग Sarsar:सरसर Tapak:टपक",
    "ora:ोरा pani:पानी vansh:वंश dhara:धारा loka:लोका mitra:मित्रा nagri:नगरी tala:ताला bela:बेला puri:पुरी kosh:कोश",
    "Farms:कृषि|Textiles:वस्त्र|Chemicals:रसायन|Construction:निर्माण|Electronics:इलेक्ट्रॉनिक्स|Energy:ऊर्जा|Finance:वित्त|Foods:खाद्य|Health:स्वास्थ्य|Mining:खनन|Retail:भंडार|Logistics:परिवहन",
    "Ltd:लिमिटेड|Pvt. Ltd.:प्राइवेट लिमिटेड",
  ),
  IS: tongue(
    "Skvamp",
    "vík",
    "Landbúnaður|Textíll|Efnavara|Bygging|Rafeind|Orka|Fjármál|Matvæli|Heilsa|Málmar|Verslun|Flutningar",
    "hf.",
  ),
  IT: tongue(
    "Zuffol Brontol Piripil Sbrindol Trallall Frusciol Girandol Ciondol Borbott Zampill Scricchiol",
    "ozzi ardello imonte avalle igno uccara aspro",
    "Agricola|Tessile|Chimica|Costruzioni|Elettronica|Energia|Finanza|Alimentari|Salute|Metalli|Commercio|Trasporti",
    "S.p.A.|S.r.l.",
  ),
  JP: tongue(
    "Moku:モク Zara:ザラ Puka:プカ Koro:コロ Suya:スヤ Fuwa:フワ Gota:ゴタ Hyoko:ヒョコ Kira:キラ Noso:ノソ Pika:ピカ Doki:ドキ Uto:ウト Sowa:ソワ",
    "mokuba:モクバ zaku:ザク pomori:ポモリ rindo:リンド tsuboka:ツボカ garami:ガラミ nezuka:ネズカ bishiro:ビシロ yoroka:ヨロカ gumo:グモ",
    "Nōsan:農産|Sen'i:繊維|Kagaku:化学|Kensetsu:建設|Denki:電機|Enerugī:エネルギー|Kin'yū:金融|Shokuhin:食品|Iryō:医療|Kinzoku:金属|Shōten:商店|Un'yu:運輸",
    "K.K.:株式会社|Co., Ltd.:株式会社|G.K.:合同会社",
    "",
  ),
  KE: tongue("Tikilo Zumbari Pindalo Chekeva Rukilo", "soka leni wazi", ENGLISH, "Ltd|PLC"),
  KR: tongue(
    "Mongsil:몽실 Banjjak:반짝 Dungsil:둥실 Kkulkkul:꿀꿀 Tongtong:통통 Salrang:살랑 Pungdeong:풍덩 Jjaekjjaek:짹짹 Allok:알록",
    "dorum:도룸 ppuri:뿌리 saengi:생이 teobak:터박 gamong:가몽 luko:루코 hwimi:휘미",
    "Nongsan:농산|Seomyu:섬유|Hwahak:화학|Geonseol:건설|Jeonja:전자|Eneoji:에너지|Geumyung:금융|Sikpum:식품|Uiryo:의료|Geumsok:금속|Yutong:유통|Unsong:운송",
    "Co., Ltd.:주식회사|Inc.:주식회사",
  ),
  MX: tongue(
    "Xochiqui Tlapari Cuicuil Zacuqui Popotl Mezquibo Chapulo Guajolo",
    "tepanco ingoya apulca úcoro cuahco lotzín nantla",
    SPANISH,
    "S.A. de C.V.|S. de R.L. de C.V.|S.A.B. de C.V.",
  ),
  NA: tongue("Sandruis Dorswag Klipfluit Kokerwind", "drift kuil vlakte", ENGLISH, "(Pty) Ltd|CC"),
  NL: tongue(
    "Plof Zwabber Knuddel Frutsel Bibber Klungel Poffer Kwebbel Drentel",
    "dijk broek huizen beek stra vliet zijl",
    "Landbouw|Textiel|Chemie|Bouw|Elektronica|Energie|Financiën|Voeding|Zorg|Metaal|Handel|Transport",
    "B.V.|N.V.",
  ),
  PL: tongue(
    "Bzyk Chrupk Szmerk Pluszcz Trzepk Żwirk Gżegż Mruczk Świergoł",
    "owice alski obrzeg anka ołów iszcze",
    "Rolnictwo|Tekstylia|Chemia|Budownictwo|Elektronika|Energia|Finanse|Żywność|Zdrowie|Metale|Handel|Transport",
    "S.A.|Sp. z o.o.",
  ),
  TR: tongue(
    "Pıtır Şıngır Gümbür Çıtır Fısıl Lıkır Tıngır Zıpır",
    "dağmez kentir pınaz bahçık ışkan sargıt",
    "Tarım|Tekstil|Kimya|İnşaat|Elektronik|Enerji|Finans|Gıda|Sağlık|Maden|Mağazacılık|Lojistik",
    "A.Ş.|Ltd. Şti.",
  ),
  US: tongue(
    "Zibber Quonk Vandle Glimmo Wozzle Plinko Snazzle Bexo Tarnok Drumbo Yibble Oomba Frinkle Kazzo Moxle",
    "worth ville dyne berg stead wright port field creek gate",
    ENGLISH,
    "Inc.|Corp.|LLC|, Inc.|& Sons, Inc.",
  ),
};

/**
 * Names given by hand: same-named companies in different countries, and two that differ only in an
 * accent.
 */
export const GIVEN_NAMES: readonly { readonly country: string; readonly name: string }[] = [
  { country: "GB", name: "Wimblethrop Holdings Ltd" },
  { country: "KE", name: "Wimblethrop Holdings Ltd" },
  { country: "ES", name: "Solquiriña S.A." },
  { country: "MX", name: "Solquiriña S.A." },
  { country: "US", name: "Oompaline Group" },
  { country: "IN", name: "Oompaline Group" },
  { country: "NA", name: "Oompaline Group" },
  { country: "DK", name: "Bölvikka Nordic" },
  { country: "FI", name: "Bolvikka Nordic" },
];
