import 'virtual:room-words/ticket'

export { PrintSheet } from './print-sheet'
export { Thread } from './thread'
