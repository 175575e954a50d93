import { decodeJson } from '../../domain/files/decoding'
import { readRegularFile } from '../disk/regular-files.server'

/** The content of a JSON file. Throws an Error whose message is for the operator. */
export function readJsonFile(file: string): unknown {
  return decodeJson(readRegularFile(file))
}
