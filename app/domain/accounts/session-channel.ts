/**
 * The BroadcastChannel that tells other tabs the signed-in uid, or '' for nobody. It only makes
 * them look again: the server decides who is signed in.
 */
export const sessionChannel = 'session'
