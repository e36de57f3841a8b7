// The Connect protocol, as much of it as a page needs: unary calls and server streams of JSON.

import { Refused } from "./refused.js";

const ENDS = 2; // flag of the last envelope of a stream
const HEAD = 5; // a byte of flags and four of length before each message

function asked(method, body, token, language, kind, signal) {
  const headers = { "content-type": kind, "connect-protocol-version": "1", "accept-language": language };
  if (token) headers.authorization = `Bearer ${token}`;
  const address = new URL(`referee.v1.${method}`, document.baseURI);
  return fetch(address, { method: "POST", headers, body, signal, cache: "no-store" });
}

/** One call with one answer. Rejects with Refused, or with a TypeError if nobody answers. */
export async function call(method, request, { token = "", language = "en", signal } = {}) {
  const answer = await asked(method, JSON.stringify(request), token, language, "application/json", signal);
  const text = await answer.text();
  if (!answer.ok) throw Refused.of(text, answer.status);
  return JSON.parse(text);
}

/** The messages of a stream, until it ends or `signal` aborts it. */
export async function* stream(method, request, { token = "", language = "en", signal } = {}) {
  const answer = await asked(method, enveloped(request), token, language, "application/connect+json", signal);
  if (!answer.ok) throw Refused.of(await answer.text(), answer.status);
  const reader = answer.body.getReader();
  const words = new TextDecoder();
  let kept = new Uint8Array(0);
  for (;;) {
    while (kept.length >= HEAD) {
      const length = new DataView(kept.buffer, kept.byteOffset).getUint32(1);
      if (kept.length < HEAD + length) break;
      const message = JSON.parse(words.decode(kept.subarray(HEAD, HEAD + length)) || "{}");
      if (kept[0] & ENDS) {
        if (message.error) throw new Refused(message.error);
        return;
      }
      kept = kept.slice(HEAD + length);
      yield message;
    }
    const { done, value } = await reader.read();
    if (done) return;
    const longer = new Uint8Array(kept.length + value.length);
    longer.set(kept);
    longer.set(value, kept.length);
    kept = longer;
  }
}

function enveloped(request) {
  const json = new TextEncoder().encode(JSON.stringify(request));
  const body = new Uint8Array(HEAD + json.length);
  new DataView(body.buffer).setUint32(1, json.length);
  body.set(json, HEAD);
  return body;
}
