# The service as an unprivileged user. It runs over a read-only file system: only /data is written to.
#
#   docker build -t country-trust .
#   docker run --read-only -p 8080:8080 -v trust:/data country-trust

ARG NODE_IMAGE=docker.io/library/node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node.js; the one that npm has for machines without it is left out.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*
COPY bin bin
COPY data data
COPY docs docs
COPY schemas schemas
COPY src src

FROM ${NODE_IMAGE}
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
WORKDIR /app
COPY --from=build /app /app
RUN install -d -o 1000 -g 1000 -m 0750 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, which gets SIGTERM.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "bin/country-trust.mjs"]
CMD ["serve"]
