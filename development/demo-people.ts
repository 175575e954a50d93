/** Whom to sign in as in development. */
export interface DemoPerson {
  uid: string
  email: string
  password: string
  displayName: string
}

const password = 'kettle-on-the-stove'

/** Founded the desk. */
export const demoOwner: DemoPerson = {
  uid: 'demo-owner',
  email: 'demo@tresen.example',
  password,
  displayName: 'Mara Lindner',
}

/** Work at the desk of the demo owner, in the order of joining. */
export const demoColleagues: DemoPerson[] = [
  {
    uid: 'demo-jonas',
    email: 'jonas@tresen.example',
    password,
    displayName: 'Jonas Petersen',
  },
  { uid: 'demo-elif', email: 'elif@tresen.example', password, displayName: 'Elif Aydın' },
]
