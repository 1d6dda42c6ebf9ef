# Souk as an image: built in one stage, run as an ordinary user in others that hold nothing but what serving takes.
#
#   docker build -t souk .                        the server
#   docker build -t souk-test --target test .     the server with the demo in it, for the tests of a connector
ARG NODE=26.10.0

FROM node:${NODE}-slim AS build
WORKDIR /souk
COPY .npmrc package.json package-lock.json ./
COPY packages packages
RUN npm ci
COPY tsconfig.json ./
COPY bin bin
COPY scripts scripts
COPY src src
COPY docs docs
COPY README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md COMPATIBILITY.md SECURITY.md ./
# The libraries of the kit stay behind.
RUN node scripts/build.mjs && rm -rf packages/kit && npm prune --omit=dev && rm -rf node_modules/souk* node_modules/@souk

FROM node:${NODE}-slim AS base
LABEL org.opencontainers.image.title="Souk" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SOUK_VAR=/var/lib/souk NODE_COMPILE_CACHE=/var/cache/souk
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/souk --create-home souk && install -d -o souk -g souk -m 0700 /var/cache/souk
WORKDIR /souk
COPY --from=build /souk/package.json ./
COPY --from=build /souk/node_modules node_modules
COPY --from=build /souk/dist dist
COPY LICENSE ./
COPY bin bin
# By number: that is how orchestrators see that it is not root.
USER 10001
# What every start would compile again.
RUN bin/souk --version
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/souk"]
CMD ["serve"]

# Everybody knows its password: it is for tests, and for nothing that others reach.
FROM base AS test
ENV SOUK_ADMIN_PASSWORD=Admin123! SOUK_CONTROL=1 SOUK_CONTROL_TOKEN=souk
RUN bin/souk setup --demo
VOLUME /var/lib/souk

FROM base AS server
VOLUME /var/lib/souk
