import { deepEqual } from 'node:assert/strict'
import { test } from 'vitest'
import * as root from '@copane/host'
import * as node from '@copane/host/node'

test('the root exports exactly this', () =>
  deepEqual(Object.keys(root).sort(), [
    'appByPid',
    'blockersOf',
    'isOperable',
    'judgeDescriptor',
    'judgeFile',
    'locate',
    'modalChain',
    'openLedger',
    'openSession',
    'readCurrent',
  ]))

test('./node exports exactly this', () =>
  deepEqual(Object.keys(node).sort(), [
    'appsOf',
    'connect',
    'discover',
    'findApps',
    'findProvidersFolder',
    'locateInApp',
    'openApp',
    'readApp',
  ]))
