import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openOrigin } from "../../src/distribution/open-origin.ts";
import type { Origin } from "../../src/distribution/origin.ts";
import { type OwnServer, startPostgres, startRedis } from "../../test/access/cluster/own-servers.ts";
import { openProxy, type Proxy } from "../../test/access/cluster/proxy.ts";
import { startNginx } from "../../test/distribution/nginx.ts";
import { openStrictS3 } from "../../test/distribution/strict-s3.ts";
import { findFreePort } from "../../test/fixtures/free-port.ts";
import { newTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { startFront } from "../../test/service/front.ts";
import { ClusterNode, ClusterPublisher } from "../../test/service/node-cluster.ts";
import { buildKeyFiles, readPublicKey } from "../../src/release/minisign.ts";
import { mountTightDisk, type TightDisk } from "./tight-disk.ts";

export type OriginKind = "postgres" | "http" | "s3";

export const ORIGIN_KINDS: readonly OriginKind[] = ["postgres", "http", "s3"];

/** A node and its lines to the servers it needs. */
export interface ProofNode {
  readonly node: ClusterNode;
  /** All of them. */
  readonly lines: readonly Proxy[];
  /** The one that releases come over. */
  readonly supply: Proxy;
  /** What its data folder is on; null where nothing can be mounted. */
  readonly disk: TightDisk | null;
}

/** Three nodes behind nginx, with all that they need. To be closed. */
export interface ProofCluster {
  readonly kind: OriginKind;
  readonly nodes: readonly ProofNode[];
  readonly publisher: ClusterPublisher;
  /** Its data folder. */
  readonly publisherFolder: string;
  /** The publisher's lines. */
  readonly lines: readonly Proxy[];
  readonly postgres: OwnServer;
  /** Where readers ask. */
  readonly url: string;
  /** Read without a line that is hurt. */
  readonly origin: Origin;
  close(): Promise<void>;
}

const S3 = { bucket: "releases", region: "eu-central-2", accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret" };

/** Where releases come from: its server, and what nodes and publisher are set to. */
interface Supply {
  /** Null: PostgreSQL, to which lines lead anyway. */
  readonly port: number | null;
  readonly forNodes: (port: number) => Record<string, string>;
  readonly forPublisher: Record<string, string>;
  readonly close: () => Promise<void>;
}

export async function openProofCluster(kind: OriginKind): Promise<ProofCluster> {
  const [postgres, redis, supply] = await Promise.all([startPostgres(), startRedis(), openSupply(kind)]);
  const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const front = await startFront(ports);
  const url = `http://127.0.0.1:${front.port}`;
  const { publicKey, secretKey } = buildKeyFiles();
  const keyFile = path.join(newTemporaryFolder(), "publisher.key");
  writeFileSync(keyFile, secretKey, { mode: 0o600 });
  const shared = {
    REDIS_URL: redis.url,
    BASE_URL: url,
    STORE_WAIT_MS: "5000",
    LOG_LEVEL: "warn",
    TRUSTED_KEYS: readPublicKey(publicKey).text,
  };
  const onLine = (line: Proxy) => ({ DATABASE_URL: postgres.url.replace(`:${postgres.port}`, `:${line.port}`) });
  const nodes: ProofNode[] = [];
  for (const [index, port] of ports.entries()) {
    const name = "abc".charAt(index);
    const line = await openProxy(postgres.port);
    const other = supply.port === null ? null : await openProxy(supply.port);
    // One of the nodes has a disk of its own that can be full.
    const disk = index === 2 ? mountTightDisk(newTemporaryFolder()) : null;
    const dataFolder = disk?.folder ?? newTemporaryFolder();
    const environment = { ...shared, ...onLine(line), ...supply.forNodes((other ?? line).port) };
    nodes.push({
      node: new ClusterNode(name, port, dataFolder, environment),
      lines: other === null ? [line] : [line, other],
      supply: other ?? line,
      disk,
    });
  }
  const line = await openProxy(postgres.port);
  const publisherFolder = newTemporaryFolder();
  const own = { DATA_DIR: publisherFolder, SIGNING_KEY_FILE: keyFile };
  const publisher = new ClusterPublisher({ ...shared, ...onLine(line), ...supply.forPublisher, ...own });
  const origin = await openOrigin(supply.forPublisher["RELEASES_URL"] ?? postgres.url, "bench", {
    awsAccessKeyId: S3.accessKeyId,
    awsSecretAccessKey: S3.secretAccessKey,
    awsSessionToken: null,
    awsRegion: S3.region,
    awsEndpointUrl: supply.forPublisher["AWS_ENDPOINT_URL"] ?? null,
    now: () => new Date(),
  });
  return {
    kind,
    nodes,
    publisher,
    publisherFolder,
    lines: [line],
    postgres,
    url,
    origin,
    async close() {
      await Promise.all(nodes.map(({ node }) => node.kill()));
      for (const { disk } of nodes) disk?.unmount();
      await Promise.all([origin.close(), front.close(), supply.close()]);
      await Promise.all([line, ...nodes.flatMap(({ lines }) => lines)].map((each) => each.close()));
      await Promise.all([postgres.close(), redis.close()]);
    },
  };
}

async function openSupply(kind: OriginKind): Promise<Supply> {
  if (kind === "postgres") return { port: null, forNodes: () => ({}), forPublisher: {}, close: async () => {} };
  if (kind === "http") {
    const folder = path.join(newTemporaryFolder(), "origin");
    mkdirSync(folder);
    const nginx = await startNginx(`root ${folder}; location / { gzip off; }`);
    return {
      port: nginx.port,
      forNodes: (port) => ({ RELEASES_URL: `http://127.0.0.1:${port}/` }),
      forPublisher: { RELEASES_URL: `file://${folder}` },
      close: () => nginx.close(),
    };
  }
  const { bucket, region, accessKeyId, secretAccessKey } = S3;
  const server = await openStrictS3({ ...S3, sessionToken: null });
  const environmentOf = (port: number) => ({
    RELEASES_URL: `s3://${bucket}/proof`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  });
  return {
    port: server.port,
    forNodes: environmentOf,
    forPublisher: environmentOf(server.port),
    close: () => server.close(),
  };
}
