/** As much of the runtime's WebAssembly as is used here: Node's types leave it to those of browsers. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  interface Memory {
    readonly buffer: ArrayBufferLike;
    grow(pages: number): number;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  const Module: { new (bytes: Uint8Array): Module };
  const Memory: { new (limits: { initial: number; maximum: number; shared: boolean }): Memory };
  const Instance: { new (module: Module, imports: Record<string, Record<string, unknown>>): Instance };
  function validate(bytes: Uint8Array): boolean;
}
