/** The client sent what the protocol does not allow; the connection is closed. */
export class TdsProtocolError extends Error {
  override readonly name = 'TdsProtocolError';
}
