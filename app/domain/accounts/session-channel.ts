/**
 * The BroadcastChannel by which the tabs of a browser tell each other who is signed in: the uid, or
 * an empty text for nobody. It only makes them look again; who is signed in, the server says.
 */
export const sessionChannel = 'session'
