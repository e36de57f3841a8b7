// The connection: protos loaded as they are (no generated code), calls as promises, streams as they come.

import { fileURLToPath } from "node:url";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import * as grpc from "@grpc/grpc-js";
import * as loader from "@grpc/proto-loader";

const PROTOS = fileURLToPath(new URL("../../../../protos", import.meta.url));
const DEADLINE_MS = 30_000;

type Method = (...args: unknown[]) => grpc.ClientReadableStream<unknown>;
type Constructor = new (address: string, credentials: grpc.ChannelCredentials, options?: object) => grpc.Client;

/** A refused call; the message says which, with the status and what the server said. */
export class Refused extends Error {
  constructor(method: string, request: unknown, error: grpc.ServiceError) {
    super(`${method} refused: ${grpc.status[error.code]}: ${error.details}\n  request: ${JSON.stringify(request)}`);
  }
}

function load(): Record<string, Constructor> {
  const folder = path.join(PROTOS, "referee", "v1");
  const files = readdirSync(folder).filter((name) => name.endsWith(".proto")).map((name) => path.join(folder, name));
  const definition = loader.loadSync(files, {
    includeDirs: [PROTOS], keepCase: true, longs: Number, enums: String, defaults: true, arrays: true, oneofs: true,
  });
  const root = grpc.loadPackageDefinition(definition) as unknown as { referee: { v1: Record<string, Constructor> } };
  return root.referee.v1;
}

export class Wire {
  private readonly services = new Map<string, grpc.Client>();

  constructor(address: string) {
    const constructors = load();
    for (const name of ["GameService", "CatalogService"]) {
      const Service = constructors[name];
      if (!Service) throw new Error(`the protos have no ${name}`);
      // The retry policy that is published beside the protos: a server that begins anew is a pause, no error.
      const config = readFileSync(path.join(PROTOS, "service_config.json"), "utf8");
      const options = { "grpc.max_receive_message_length": 64 << 20, "grpc.service_config": config };
      this.services.set(name, new Service(address, grpc.credentials.createInsecure(), options));
    }
  }

  private method(service: string, name: string): Method {
    const client = this.services.get(service) as unknown as Record<string, Method>;
    const method = client[name];
    if (!method) throw new Error(`${service} has no ${name}`);
    return method.bind(client);
  }

  private static metadata(token: string): grpc.Metadata {
    const metadata = new grpc.Metadata();
    if (token) metadata.set("authorization", `Bearer ${token}`);
    return metadata;
  }

  /** One call; rejects with Refused on any status but OK. */
  call<Response>(service: string, name: string, request: object, token = ""): Promise<Response> {
    const method = this.method(service, name);
    return new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + DEADLINE_MS };
      method(request, Wire.metadata(token), options, (error: grpc.ServiceError | null, response: Response) => {
        if (error) reject(new Refused(name, request, error));
        else resolve(response);
      });
    });
  }

  /** An open stream. `onError` isn't called for a stream that this side cancelled. */
  stream<Message>(
    name: string, request: object, token: string, onMessage: (message: Message) => void, onError: (e: Error) => void,
  ): { cancel: () => void } {
    const stream = this.method("GameService", name)(request, Wire.metadata(token));
    let cancelled = false;
    stream.on("data", (message) => onMessage(message as Message));
    stream.on("error", (error) => {
      if (!cancelled) onError(new Refused(name, request, error as grpc.ServiceError));
    });
    return { cancel: () => { cancelled = true; stream.cancel(); } };
  }

  close(): void {
    for (const client of this.services.values()) client.close();
  }
}
