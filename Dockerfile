# Souk as an image: built in one stage, run as an ordinary user in another that holds nothing but what serving takes.
FROM node:26-slim AS build
WORKDIR /souk
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
# The image has a Node.js of its own; the one that npm installs for other machines stays behind.
RUN node scripts/build.mjs && npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SOUK_VAR=/var/lib/souk NODE_COMPILE_CACHE=/var/cache/souk
RUN useradd --system --user-group --home-dir /var/lib/souk --create-home souk && install -d -o souk -g souk -m 0700 /var/cache/souk
WORKDIR /souk
COPY --from=build /souk/package.json ./
COPY --from=build /souk/node_modules node_modules
COPY --from=build /souk/dist dist
COPY bin bin
USER souk
# What every start would compile again.
RUN bin/souk --version
VOLUME /var/lib/souk
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/souk"]
CMD ["serve", "--no-consumer"]
