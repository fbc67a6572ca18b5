/** The elements protocol on MCP: two reads as resources, in both eras (D-03, D-04, D-07). */
import {
  CURRENT_URI,
  ELEMENTS_EXTENSION,
  ELEMENTS_PROTOCOL,
  idOfLocateUri,
  JSON_MIME,
  LOCATE_TEMPLATE,
} from '@copane/protocol/elements'
import { Server } from '@modelcontextprotocol/server'
import type { Elements } from '../elements/elements.js'
import { nameOfClient, type OnAccess } from './access.js'
import { type AppIdentity, CACHE_HINTS, type Era, failed, notFound, speak } from './era.js'

/** Makes the MCP server object that serves one request or one connection; disposable. */
export function elementsServer(elements: Elements, app: AppIdentity, era: Era, onAccess: OnAccess): Server {
  const server = new Server(
    { name: app.name, version: app.version },
    {
      capabilities: {
        resources: {},
        extensions: {
          [ELEMENTS_EXTENSION]: { protocol: ELEMENTS_PROTOCOL, locate: elements.locate !== undefined },
        },
      },
      cacheHints: CACHE_HINTS,
    },
  )
  server.setRequestHandler('resources/list', () => ({
    resources: [{ uri: CURRENT_URI, name: 'current', mimeType: JSON_MIME }],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: elements.locate
      ? [{ uriTemplate: LOCATE_TEMPLATE, name: 'locate', mimeType: JSON_MIME }]
      : [],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const id = uri === CURRENT_URI ? undefined : (idOfLocateUri(uri) ?? nothing())
    const client = nameOfClient(server, context)
    onAccess({ kind: id === undefined ? 'current' : 'locate', client })
    const text = await (id === undefined ? elements.currentText() : locateText(elements, id)).catch(failed)
    if (text === undefined) throw notFound()
    return { contents: [{ uri, mimeType: JSON_MIME, text }] }
  })
  return speak(server, era)
}

async function locateText(elements: Elements, id: string): Promise<string | undefined> {
  const outcome = await elements.locate?.(id)
  return outcome?.kind === 'location' ? JSON.stringify(outcome.location) : undefined
}

function nothing(): never {
  throw notFound()
}
