/** The connection to the desk's process: comes back by itself, and says when it is turned away. */
import { type FromPage, PASS_HEADER, SUBPROTOCOL, type ToPage } from '../../../src/page/protocol.js'
import { createPass } from './pass.js'

/** How the connection stands; `refused` means that this browser has to be let in again. */
export type Link = 'connecting' | 'open' | 'lost' | 'refused'

/** What a connection tells. */
export type SocketEvents = { link(link: Link): void; message(message: ToPage): void }

/** A connection. */
export type DeskSocket = {
  /** False when it could not be sent. */
  send(message: FromPage): boolean
  /** The mark to come back under. */
  setMark(mark: string): void
}

const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 4000

/** Connects, and connects again for as long as the page is there. */
export function openSocket({ link, message }: SocketEvents): DeskSocket {
  let socket: WebSocket | undefined
  let delayMs = FIRST_DELAY_MS
  let timer: number | undefined
  let mark = ''
  const passes = createPass()

  const later = () => {
    timer = window.setTimeout(connect, delayMs)
    delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)
  }
  /** Without a pass nothing is asked of the desk; another tab may bring one. */
  const connect = () => {
    timer = undefined
    const pass = passes.read()
    if (pass !== undefined) return connectWith(pass)
    link('refused')
    later()
  }
  const connectWith = (pass: string) => {
    const next = new WebSocket(`ws://${location.host}/socket${mark && `?mark=${mark}`}`, [SUBPROTOCOL, pass])
    socket = next
    next.addEventListener('open', () => {
      passes.taken(pass)
      link('open')
    })
    next.addEventListener('message', ({ data }) => {
      delayMs = FIRST_DELAY_MS
      const received: ToPage = JSON.parse(String(data))
      message(received)
    })
    next.addEventListener('close', () => {
      if (socket !== next) return
      socket = undefined
      link('lost')
      void tellIfRefused(pass)
      later()
    })
  }
  const tellIfRefused = async (pass: string) => {
    const status = await fetch('/', { method: 'HEAD', headers: { [PASS_HEADER]: pass } }).then(
      answer => answer.status,
      () => 0,
    )
    if (status !== 403) return
    passes.refused(pass)
    if (!socket) link('refused')
  }
  const hurry = () => {
    if (timer === undefined || document.visibilityState === 'hidden') return
    clearTimeout(timer)
    connect()
  }
  document.addEventListener('visibilitychange', hurry)
  window.addEventListener('focus', hurry)
  connect()
  return {
    send(outgoing) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(outgoing))
      return true
    },
    setMark(given) {
      mark = given
    },
  }
}
