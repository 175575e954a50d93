export { Shop as default } from './shop'
