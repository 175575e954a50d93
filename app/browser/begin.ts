import { begin } from './chat/begin'

begin()
