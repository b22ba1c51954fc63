# The site as an image: one process, no dev dependencies, no secrets, nothing to write to but /data.
#   docker build -t deckwright . && docker run -p 3000:3000 -v deckwright:/data deckwright
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
# As the user that will run it: V8's cache lies under the user's number, and is of no use to another.
RUN chown node:node /app
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
# Install scripts only fetch programs for tests: another Node, Deno, a PostgreSQL.
RUN npm ci --ignore-scripts
COPY --chown=node:node . .
# V8 keeps its cache from everybody but its owner, which at run time is root.
RUN npm run build && chmod -R a+rX dist && chmod 755 dist/cli/index.js

# The bundles hold every package but two: PGlite finds files beside its own code, and pino-pretty is loaded
# only where somebody watches the log. The lock file says which versions, of what these two need as well.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN node -e "const { writeFileSync } = require('node:fs'); \
    const { type, dependencies } = require('./package.json'); \
    const kept = ['@electric-sql/pglite', 'pino-pretty'].map((name) => [name, dependencies[name]]); \
    writeFileSync('package.json', JSON.stringify({ type, dependencies: Object.fromEntries(kept) }))" \
  && npm install --omit=dev --ignore-scripts \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' \) -delete

FROM ${BASE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Deckwright" \
      org.opencontainers.image.description="Deckwright's site: landing page and early-access sign-up" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.vendor="Deckwright" \
      org.opencontainers.image.licenses="UNLICENSED"
# glibc would keep a heap for each thread, a tenth of the process's memory that nobody uses again.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/supabase/migrations supabase/migrations
# Root's, so that the server cannot change what it serves; with the times that the caches are held against.
COPY --from=build --chown=root:root /app/dist dist
RUN ln -s /app/dist/cli/index.js /usr/local/bin/deckwright \
  && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ port: process.env.PORT, path: '/healthz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# As process 1: the server handles SIGTERM itself, and starts no process that it would have to bury.
CMD ["node", "dist/server/index.js"]
