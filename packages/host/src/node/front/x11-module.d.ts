/** The part of the package `x11`, which brings no types, that the front app is watched with. */
declare module 'x11' {
  type Done<Value> = (error: Error | null | undefined, value: Value) => boolean | void
  export type Property = { type: number; format: number; bytesAfter: number; data: Buffer }
  export type ClientId = { client: number; mask: number; value: number[] }
  export type Resources = {
    QueryClientIds: (wanted: { client: number; mask: number }[], done: Done<ClientId[]>) => void
    ClientIdMask: { LocalClientPID: number }
  }
  export type Client = {
    stream: { destroy: () => void; unref: () => void; on: (event: 'close', listener: () => void) => void }
    on: {
      (event: 'error', listener: (error: unknown) => void): void
      (event: 'event', listener: (event: { name?: string; wid?: number; atom?: number }) => void): void
    }
    InternAtom: (onlyIfExists: boolean, name: string, done: Done<number>) => void
    GetProperty: (
      remove: 0,
      window: number,
      atom: number,
      type: 0,
      offset: 0,
      length: number,
      done: Done<Property>,
    ) => void
    ChangeWindowAttributes: (window: number, values: { eventMask: number }) => void
    AllocID: () => number
    CreateWindow: (
      window: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      ...further: [border: 0, depth: 0, type: 1, visual: 0, values: { eventMask?: number }]
    ) => void
    MapWindow: (window: number) => void
    DestroyWindow: (window: number) => void
    ChangeProperty: (
      mode: 0,
      window: number,
      atom: number,
      type: number,
      format: 8 | 32,
      data: number[] | string,
    ) => void
    SendClientMessage: (to: number, about: number, type: number, format: 32, data: number[]) => void
    sync: () => Promise<void>
    atoms: { [name: string]: number }
    require: (name: 'res', done: Done<Resources>) => void
  }
  export type Display = {
    client: Client
    screen: { root: number }[]
    resource_base: number
    byte_order: 0 | 1
  }
  const x11: {
    createClient: (
      options: { display: string; shm: false; disableBigRequests: true },
      done: Done<Display>,
    ) => Client
    eventMask: { PropertyChange: number }
  }
  export default x11
}
