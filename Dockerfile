# The image of the site: one process without packages and without secrets. The process writes to /data only.
#   docker build -t deckwright . && docker run -p 127.0.0.1:3000:3000 -v deckwright:/data deckwright
# docs/operating.md says how to find the digest of a newer base image.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Install scripts only fetch programs for tests: another Node, Deno, a PostgreSQL.
RUN npm ci --ignore-scripts
COPY . .
ARG REVISION=
RUN npm run build && chmod 755 dist/cli/index.js

FROM ${BASE}
ARG VERSION=1.0.0
ARG REVISION=
LABEL org.opencontainers.image.title="deckwright" \
      org.opencontainers.image.description="A pre-launch site: landing page and early-access sign-up" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="UNLICENSED"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Root owns these files, so that the server cannot change them.
COPY --from=build /app/package.json package.json
COPY --from=build /app/supabase/migrations supabase/migrations
COPY --from=build /app/server/stores/sqlite/migrations server/stores/sqlite/migrations
COPY --from=build /app/dist dist
RUN ln -s /app/dist/cli/index.js /usr/local/bin/deckwright \
  && install -d -o node -g node -m 700 /data /backups
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# `agent: false` keeps the check away from an outgoing proxy that the environment names.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ port: process.env.PORT, path: '/healthz', agent: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# As process 1: the server handles SIGTERM itself, and starts no other process.
# Without --disable-sigusr1, the signal would open a debugger, through which anybody on the machine runs code in the server.
# --max-semi-space-size bounds the young generation of V8: after 20 s of pages and 20 s of sign-ups from 64 clients the server
# uses 163 MiB, and 231 MiB without the flag.
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=4", "dist/server/index.js"]
