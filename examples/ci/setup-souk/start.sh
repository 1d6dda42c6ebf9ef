#!/usr/bin/env bash
# Starts Souk, waits until it is ready and signs in. Prints the log of the server if that fails. Reads SOUK_COMMAND, SOUK_DEMO,
# SOUK_TIMEOUT, SOUK_ADMIN_PASSWORD and PORT; writes url, token and pid to $GITHUB_OUTPUT, and SOUK_URL to $GITHUB_ENV.
set -euo pipefail

url="http://127.0.0.1:$PORT"
export SOUK_CONTROL=1 SOUK_VAR="${SOUK_VAR:-$RUNNER_TEMP/souk}"
log="$RUNNER_TEMP/souk.log"

fail() {
  echo "::error::$1"
  echo '::group::Log of Souk'
  cat "$log"
  echo '::endgroup::'
  exit 1
}

arguments=(serve)
if [ "$SOUK_DEMO" = true ]; then arguments+=(--demo); fi
# A command of several words, such as "npx souk".
read -ra command <<< "$SOUK_COMMAND"
nohup "${command[@]}" "${arguments[@]}" > "$log" 2>&1 &
pid=$!
echo "pid=$pid" >> "$GITHUB_OUTPUT"

end=$((SECONDS + SOUK_TIMEOUT))
until curl --silent --fail --output /dev/null "$url/health/ready"; do
  kill -0 "$pid" 2> /dev/null || fail 'Souk has ended before it was ready.'
  if [ "$SECONDS" -ge "$end" ]; then
    kill "$pid"
    fail "Souk was not ready within $SOUK_TIMEOUT seconds."
  fi
  sleep 0.5
done

body=$(printf '{"username": "admin", "password": "%s"}' "$SOUK_ADMIN_PASSWORD")
token=$(curl --silent --fail-with-body "$url/rest/V1/integration/admin/token" -H 'Content-Type: application/json' -d "$body") ||
  fail "The user admin could not sign in: $token"
token=${token//\"/}
echo "::add-mask::$token"
printf 'url=%s\ntoken=%s\n' "$url" "$token" >> "$GITHUB_OUTPUT"
echo "SOUK_URL=$url" >> "$GITHUB_ENV"
echo "Souk is ready at $url"
