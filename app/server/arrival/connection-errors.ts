import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { withSecurity } from '../responses/send'
import { methods } from './guard'

/** For what the parser could not read as a request. */
const statusOf: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_METHOD: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export function refuseConnection(publicOrigin: string) {
  return (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    writeStatus(socket, statusOf[error.code ?? ''] ?? 400, publicOrigin)
  }
}

/** CONNECT asks for a tunnel, which this is not. */
export function refuseTunnel(publicOrigin: string) {
  return (_request: unknown, socket: Duplex) => writeStatus(socket, 405, publicOrigin)
}

function writeStatus(socket: Duplex, status: number, publicOrigin: string) {
  const headers = withSecurity(
    {
      'cache-control': 'private, no-store',
      connection: 'close',
      'content-length': '0',
      ...(status === 405 ? { allow: methods.join(', ') } : {}),
    },
    publicOrigin,
  )
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n`)
}
