// Why a call was refused: the sentence of the server, and the reason by which a page decides what to do.

const INFO = "google.rpc.ErrorInfo";

export class Refused extends Error {
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.code = code;
    this.reason = reasonIn(details);
  }

  static of(text, status) {
    try {
      return new Refused(JSON.parse(text));
    } catch {
      return new Refused({ code: `http_${status}`, message: text.slice(0, 200) });
    }
  }

  /** Whether the same call may succeed later. */
  get passing() {
    return ["unavailable", "resource_exhausted", "aborted", "deadline_exceeded"].includes(this.code);
  }
}

/** The first field, a string, of an ErrorInfo among the details. */
function reasonIn(details) {
  const info = details.find((detail) => detail.type === INFO);
  if (!info) return "";
  const bytes = atob(info.value.replaceAll("-", "+").replaceAll("_", "/"));
  return bytes.charCodeAt(0) === 10 ? bytes.slice(2, 2 + bytes.charCodeAt(1)) : "";
}

/** Whether nobody answered at all. */
export const unreachable = (error) => error instanceof TypeError || error?.name === "NetworkError";
