import { longestSignature, mostLines } from '../desks/signatures'
import { optionalLines } from './lines'

export const signatureText = optionalLines(longestSignature, 'signature:errors.long').refine(
  (text = '') => text.split('\n').length <= mostLines,
  'signature:errors.lines',
)
