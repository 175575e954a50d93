import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { renderPhoto } from '~/domain/files/photo-intake'
import type { Notice } from '~/domain/forms/notices'
import { text } from '~/domain/shop/product-input'
import type { ProductPhoto } from '~/domain/shop/product-photos'
import { texts } from '~/domain/shop/product-texts'
import {
  homeParts,
  isFilled,
  longestPart,
  movePart,
  type PartTexts,
  withPart,
} from '~/domain/site/home'
import { partForm } from '~/domain/site/home-input'
import {
  type HomePart,
  type HomePartName,
  homePartNames,
  type SiteSettings,
} from '~/domain/site/settings'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange, logEvent } from '~/http/desks/audit-log.server'
import { nextAfter } from '~/http/desks/guide.server'
import {
  type ActionResult,
  type Asked,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { photoRefused, readPhotoForm, type SentPhoto } from '~/http/forms/photo.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { homeAddress, readView, stepsOf } from './address'
import { markOf } from './loader.server'

type Who = OwnDesk & { photo?: SentPhoto }
type AskedOwner = Asked<Who>

const which = z.object({ part: z.enum(homePartNames) })

/** `position`: where the part was when the form was shown. */
const moved = which.extend({ position: z.coerce.number().optional() })

const words = z
  .object({})
  .catchall(text(longestPart.title, 'site:errors.words'))
  .transform((typed) => texts(typed, 'alt'))

export const action = formAction(
  requireSiteManager,
  (_, context): Forms<Who> => {
    const view = readView(context.url.searchParams)
    const own = view.at === 'part' ? partForms(view.name) : siteForms
    return { ...(view.at === 'unknown' ? {} : own), ...atDeskForms }
  },
  readPhotoForm,
)

const siteForms: Forms<Who> = {
  'save-name': form(z.object({ name: deskName }), rename),
  'save-photo': { run: (_, asked) => saveMark(asked as AskedOwner) },
  'remove-mark': {
    run: (_, asked: AskedOwner) =>
      change(asked, 'mark', ({ mark: _, ...rest }) => rest, 'markRemoved'),
  },
  'save-credit': form(
    z.object({ credit: z.string().optional() }),
    ({ credit }, asked: AskedOwner) =>
      change(asked, 'home', (site) => ({ ...site, credit: credit === 'on' }), 'siteSaved'),
  ),
  offer: { run: (_, asked: AskedOwner) => decideOffers(asked, true) },
  'offer-not': { run: (_, asked: AskedOwner) => decideOffers(asked, false) },
  keep: { run: (_, asked: AskedOwner) => changeParts(asked, (all) => all, 'siteSaved') },
  up: form(moved, ({ part, position }, asked: AskedOwner) =>
    changeParts(asked, (all) => movePart(all, part, -1, position)),
  ),
  down: form(moved, ({ part, position }, asked: AskedOwner) =>
    changeParts(asked, (all) => movePart(all, part, 1, position)),
  ),
  ...turns(),
}

/** Whether the site offers counters to other businesses. */
function decideOffers(asked: AskedOwner, offers: boolean): Promise<ActionResult> {
  return change(asked, 'offers', (site) => ({ ...site, offers }), 'siteSaved')
}

/** Showing a part and leaving it out, from the list and from its own page. */
function turns(): Forms<Who> {
  const turn = (on: boolean) =>
    form(which, ({ part: name }, asked: AskedOwner) => {
      const turned = (part: HomePart) => (part.name === name ? { ...part, on } : part)
      return changeParts(asked, (parts) => parts.map(turned), 'siteSaved')
    })
  return { on: turn(true), off: turn(false) }
}

function partForms(name: HomePartName): Forms<Who> {
  return {
    ...turns(),
    save: form(
      (language) => partForm(name, language),
      ({ texts, seen }, asked: AskedOwner) => saveTexts(asked, name, texts, seen),
    ),
    'save-photo': form(words, (alt, asked: AskedOwner) => savePicture(asked, name, alt)),
    'save-words': form(words, (alt, asked: AskedOwner) =>
      changePart(asked, name, (part) =>
        part.picture ? { ...part, picture: { ...part.picture, alt } } : part,
      ),
    ),
    'remove-photo': {
      run: (_, asked: AskedOwner) => changePart(asked, name, ({ picture: _, ...part }) => part),
    },
  }
}

async function rename({ name }: { name: string }, asked: AskedOwner): Promise<ActionResult> {
  const { desk, context } = asked
  await context.services.desks.rename(desk.id, name)
  await logChange(asked, 'name', [desk.name, name], { about: name })
  return { to: localizedPath(homeAddress(), context.language), notice: 'deskNamed' }
}

async function saveMark(asked: AskedOwner): Promise<ActionResult> {
  const picture = await drawn(asked, 'mark')
  if (!('id' in picture)) return picture
  return change(asked, 'mark', (site) => ({ ...site, mark: picture.id }), 'markSaved', [picture])
}

async function savePicture(
  asked: AskedOwner,
  name: HomePartName,
  alt: HomePart['title'],
): Promise<ActionResult> {
  const picture = await drawn(asked, name)
  if (!('id' in picture)) return picture
  const { id } = picture
  const changed = await changePart(
    asked,
    name,
    (part) => {
      const pictured = { ...part, picture: { id, alt } }
      // A part that had nothing to show is off for no other reason.
      return { ...pictured, on: part.on || (!isFilled(part) && isFilled(pictured)) }
    },
    [picture],
  )
  return { ...changed, to: await ledOn(asked, name) }
}

/** The photo that was sent, or why there is none. The same file sent twice is one. */
async function drawn({ photo, context }: AskedOwner, of: string) {
  const { files, pictures } = context.services
  if (photo?.kind !== 'sent') return photoRefused(photo?.why ?? 'missing')
  const sizes = await renderPhoto(files, photo.file, pictures.display)
  if (typeof sizes === 'string') return photoRefused(sizes)
  const id = createHash('sha256').update(`${of} ${photo.file.hash}`).digest('hex').slice(0, 32)
  return { id, ...sizes } satisfies ProductPhoto
}

/** Refused where it was changed since the form was shown, unless by the same form. */
async function saveTexts(
  asked: AskedOwner,
  name: HomePartName,
  typed: PartTexts,
  seen: string,
): Promise<ActionResult> {
  const { services } = asked.context
  const saved = await services.site.change((site): { settings?: SiteSettings; late?: string } => {
    const parts = homeParts(site)
    const part = parts.find((each) => each.name === name)
    if (!part) return {}
    const changed = { ...part, ...typed }
    if (isDeepStrictEqual(changed, part)) return {}
    if (markOf(part) !== seen) return { late: markOf(part) }
    return { settings: { ...site, home: withPart(parts, changed) } }
  })
  if (saved.late) {
    const more = { see: homeAddress(name), seen: saved.late }
    return { status: 409, errors: { form: 'errors:errors.changed' }, more }
  }
  if (saved.settings) await logEvent(asked, 'home')
  return { to: await ledOn(asked, name), notice: await savedNotice(asked, name) }
}

/** The part's page, at its head where the next step stands there. */
async function ledOn(asked: AskedOwner, name: HomePartName): Promise<string> {
  const to = localizedPath(homeAddress(name), asked.context.language)
  return (await nextAfter(stepsOf(name), asked, asked.context)) ? `${to}#main` : to
}

/** Whether guests see by now what was saved. */
async function savedNotice({ context }: AskedOwner, name: HomePartName): Promise<Notice> {
  const parts = homeParts(await context.services.site.read())
  return parts.some((part) => part.name === name && part.on) ? 'siteSaved' : 'partSaved'
}

async function changePart(
  asked: AskedOwner,
  name: HomePartName,
  decide: (part: HomePart) => HomePart,
  pictures?: readonly ProductPhoto[],
): Promise<ActionResult> {
  const changed = await change(
    asked,
    'home',
    (site) => ({
      ...site,
      home: homeParts(site).map((part) => (part.name === name ? decide(part) : part)),
    }),
    undefined,
    pictures,
  )
  return { ...changed, notice: await savedNotice(asked, name) }
}

function changeParts(
  asked: AskedOwner,
  decide: (parts: HomePart[]) => HomePart[],
  notice?: Notice,
): Promise<ActionResult> {
  return change(asked, 'home', (site) => ({ ...site, home: decide(homeParts(site)) }), notice)
}

async function change(
  asked: AskedOwner,
  event: 'mark' | 'home' | 'offers',
  decide: (site: SiteSettings) => SiteSettings,
  notice?: Notice,
  pictures?: readonly ProductPhoto[],
): Promise<ActionResult> {
  const { services, path } = asked.context
  const saved = await services.site.change((site): { settings?: SiteSettings } => {
    const settings = decide(site)
    return isDeepStrictEqual(settings, site) ? {} : { settings }
  }, pictures)
  if (saved.settings) await logEvent(asked, event)
  return { to: path, notice }
}
