/** The connection to the desk's process: comes back by itself, and says when it is turned away. */
import type { FromPage, ToPage } from '../../../src/page/protocol.js'

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

  const connect = () => {
    timer = undefined
    const next = new WebSocket(`ws://${location.host}/socket${mark && `?mark=${mark}`}`)
    socket = next
    next.addEventListener('open', () => {
      delayMs = FIRST_DELAY_MS
      link('open')
    })
    next.addEventListener('message', ({ data }) => {
      const received: ToPage = JSON.parse(String(data))
      message(received)
    })
    next.addEventListener('close', () => {
      if (socket !== next) return
      socket = undefined
      link('lost')
      void tellIfRefused()
      timer = window.setTimeout(connect, delayMs)
      delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)
    })
  }
  const tellIfRefused = async () => {
    const status = await fetch('/', { method: 'HEAD' }).then(
      answer => answer.status,
      () => 0,
    )
    if (status === 403 && !socket) link('refused')
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
