export { Shop as default } from '../shop'

export const dynamic = 'force-dynamic'
