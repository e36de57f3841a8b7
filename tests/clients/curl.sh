#!/usr/bin/env bash
# Playing by curl over the web port: a ruleset, a game, its seats, a view, a move, the same move again.
#   tests/clients/curl.sh http://127.0.0.1:8080 PACK
# Every call is a POST of JSON to /referee.v1.SERVICE/METHOD; names are in lowerCamelCase there.
set -euo pipefail
base="${1:?the address, as serve prints it}"
pack="${2:?the id of a pack}"

# call SERVICE METHOD TOKEN JSON: the answer on standard output; a refusal goes to standard error and ends the script.
call() {
  local header=() answer
  [ -n "$3" ] && header=(-H "authorization: Bearer $3")
  answer="$(curl -sS -w '\n%{http_code}' -X POST -H 'content-type: application/json' "${header[@]}" \
    -d "$4" "$base/referee.v1.$1/$2")"
  if [ "${answer##*$'\n'}" != 200 ]; then
    echo "$2: $answer" >&2
    return 1
  fi
  echo "${answer%$'\n'*}"
}

# get EXPRESSION: a value out of the JSON on standard input, as Python would write it: get 'a["game"]["name"]'
get() { python3 -c "import json, sys; a = json.load(sys.stdin); print($1)"; }

# 1. What is played: a stack of packs with options. The answer's name is a digest: the same stack gives the same name.
ruleset="$(call CatalogService CreateRuleset '' "{\"packs\": [\"$pack\"]}" | get 'a["ruleset"]["name"]')"
echo "ruleset $ruleset"

# 2. A game for two seats, and an invite for each.
game_json="$(call GameService CreateGame '' "{\"requestId\": \"create-$$\", \"ruleset\": \"$ruleset\", \"seats\": [{}, {}]}")"
game="$(get 'a["game"]["name"]' <<<"$game_json")"
echo "game $game"

# 3. An invite buys a seat token. Asking again with the same request id gives the same token.
declare -A token
for n in 0 1; do
  joined="$(call GameService JoinGame '' "{\"requestId\": \"join-$n\", \"invite\": \"$(get "a[\"invites\"][$n]" <<<"$game_json")\"}")"
  seat="$(get 'a["seats"][0]' <<<"$joined")"
  token[$seat]="$(get 'a["token"]' <<<"$joined")"
  echo "seat $seat joined"
done

# 4. The position as a spectator sees it says who has to decide; that seat's own view has the options.
seat="$(call GameService GetView '' "{\"game\": \"$game\"}" | get 'a["view"]["decisions"][0]["seats"][0]')"
view="$(call GameService GetView "${token[$seat]}" "{\"game\": \"$game\", \"seat\": \"$seat\"}")"
decision="$(get 'a["view"]["decisions"][0]["id"]' <<<"$view")"
option="$(get 'a["view"]["decisions"][0]["options"][0]["id"]' <<<"$view")"
echo "seat $seat may choose: $(get '", ".join(o["label"]["text"] for o in a["view"]["decisions"][0]["options"])' <<<"$view")"

# 5. A move, and the same move again with the same request id: applied once, answered twice.
move="{\"requestId\": \"move-1\", \"game\": \"$game\", \"seat\": \"$seat\", \"decision\": \"$decision\", \"choices\": [{\"option\": \"$option\"}]}"
first="$(call GameService SubmitMove "${token[$seat]}" "$move")"
again="$(call GameService SubmitMove "${token[$seat]}" "$move")"
[ "$first" = "$again" ] || { echo "the retry was answered differently" >&2; exit 1; }
echo "seat $seat chose $option: version $(get 'a["update"]["version"]' <<<"$first")"

# 6. A refusal says which rule, in a form for programs too.
code="$(curl -sS -o /dev/null -w '%{http_code}' -X POST -H 'content-type: application/json' \
  -H "authorization: Bearer ${token[$seat]}" -d "${move/move-1/move-2}" "$base/referee.v1.GameService/SubmitMove")"
echo "the same decision under a new request id is stale: HTTP $code"
[ "$code" != 200 ]
