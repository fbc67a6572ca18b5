/** The parts of the optional helpers that are used; what they report is read as unknown. */
declare module 'get-windows' {
  type Quiet = { accessibilityPermission: false; screenRecordingPermission: false }
  export function activeWindow(options: Quiet): Promise<unknown>
  export function openWindows(options: Quiet): unknown
}
declare module 'pid-port' {
  export function portBindings(port: number, options: { host: '*' }): Promise<unknown>
}
declare module 'ps-list' {
  export default function psList(): Promise<unknown>
}
