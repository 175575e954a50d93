import type { Plugin } from 'vite'

/** A line of Remix and what stands in its place. */
interface Mend {
  file: RegExp
  /** On the server alone, where routes never change. */
  server?: true
  line: string
  instead: string
}

const serverData = /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]data\.js/

const mends: Mend[] = [
  // What a page needs to hydrate is encoded before it is drawn, and held for five seconds by a timer. A
  // document has no use for it.
  {
    file: /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]server\.js/,
    line: '{\n      serverHandoffStream: encodeViaTurboStream(',
    instead:
      '{\n      serverHandoffStream: build.entry.module.hydrates(context, build.routes) && encodeViaTurboStream(',
  },
  // No loader of ours leaves a promise in its data: it is encoded within the call, without a stream to write
  // it to and read it from, and without a timer that would hold all of it for five seconds.
  {
    file: /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]single-fetch\.js/,
    line: `  let controller = new AbortController();`,
    instead: '',
  },
  {
    file: /@remix-run[\\/]server-runtime[\\/]dist[\\/]esm[\\/]single-fetch\.js/,
    line: `  let timeoutId = setTimeout(() => controller.abort(new Error("Server Timeout")), typeof streamTimeout === "number" ? streamTimeout : 4950);
  requestSignal.addEventListener("abort", () => clearTimeout(timeoutId));
  return encode(data, {
    signal: controller.signal,`,
    instead: '  return encode(data, {',
  },
  {
    file: /turbo-stream[\\/]dist[\\/]turbo-stream\.mjs/,
    server: true,
    line: `  const textEncoder = new TextEncoder();
  let lastSentIndex = 0;
  const readable = new ReadableStream({`,
    instead: `  const whole = flatten.call(encoder, input);
  if (Object.keys(encoder.deferred).length > 0) throw new Error('A loader left a promise in its data.');
  return whole < 0 ? whole + '\\n' : '[' + encoder.stringified.join() + ']\\n';
  const textEncoder = new TextEncoder();
  let lastSentIndex = 0;
  const readable = new ReadableStream({`,
  },
  // Where the module of a route does not arrive, Remix loads the page anew, as often as that happens. We
  // let the page decide instead (app/browser/chunk-reload.ts), and Remix show its error when that declines.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]routeModules\.js/,
    line: 'window.location.reload();',
    instead: `if (window.dispatchEvent(new Event('part-missing', { cancelable: true }))) throw error;`,
  },
  // A reading that a later one takes the place of while it arrives is dropped by the router, as it is when
  // nothing of it has arrived yet. It is no error that the console has to tell of.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]single-fetch\.js/,
    line: 'console.error(e);',
    instead: 'if (init.signal && init.signal.aborted) throw e; console.error(e);',
  },
  // Each loader and action is given the request without two parameters: two copies of it for everyone, in
  // which nothing is missing, as hardly any request has them. A copy takes longer than most loaders.
  {
    file: serverData,
    line: `let url = new URL(request.url);
  let indexValues = url.searchParams.getAll("index");`,
    instead: `if (!request.url.includes('?')) return request;
  let url = new URL(request.url);
  let indexValues = url.searchParams.getAll("index"); if (indexValues.length === 0) return request;`,
  },
  {
    file: serverData,
    line: `let url = new URL(request.url);
  url.searchParams.delete("_routes");`,
    instead: `if (!request.url.includes('?')) return request;
  let url = new URL(request.url);
  if (!url.searchParams.has("_routes")) return request; url.searchParams.delete("_routes");`,
  },
  // Routes are made three times for each page that is drawn, and flattened and ranked each time that an
  // address is compared with them. Those of a page are made once, and so is what follows from them.
  {
    file: /@remix-run[\\/]router[\\/]dist[\\/]router\.js/,
    server: true,
    line: 'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);',
    instead: `const known = (matchRoutesImpl.known ??= new WeakMap()); let branches = known.get(routes);
  if (!branches) known.set(routes, branches = flattenRoutes(routes)) && rankRouteBranches(branches);`,
  },
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]server\.js/,
    server: true,
    line: 'let routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode);',
    instead: `const known = (RemixServer.known ??= new WeakMap()); let routes = known.get(manifest.routes);
  if (!routes) known.set(manifest.routes, routes = createServerRoutes(manifest.routes, routeModules, context.future, context.isSpaMode));`,
  },
  {
    file: /react-router-dom[\\/]server\.mjs/,
    server: true,
    line: 'let dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest);',
    instead: `const known = (createStaticRouter.known ??= new WeakMap()); let dataRoutes = known.get(routes)?.dataRoutes;
  if (dataRoutes) manifest = known.get(routes).manifest;
  else known.set(routes, { manifest, dataRoutes: dataRoutes = UNSAFE_convertRoutesToDataRoutes(routes, UNSAFE_mapRouteProperties, undefined, manifest) });`,
  },
  // A link of a page is what it is to the server as soon as it is made: its handlers, and what they need, take
  // four fifths of its time, and what is around it is plain then, too; see vite/react-jsx-runtime.ts.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    server: true,
    line: 'Link.displayName = "Link";',
    instead: `Link.displayName = "Link";
Link[Symbol.for('tresen.direct')] = ({ to, prefetch, discover = 'render', ...props }) => {
  if (typeof to !== 'string' || !/^\\/(?!\\/)/.test(to)) return undefined;
  props['data-discover'] = getDiscoverAttr(discover, false, props.reloadDocument);
  props.href = to;
  for (let name of ['preventScrollReset', 'reloadDocument', 'relative', 'replace', 'state', 'viewTransition'])
    if (name in props) delete props[name];
  return jsx('a', props);
};`,
  },
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    server: true,
    line: "import * as React from 'react';",
    instead: "import * as React from 'react'; import { jsx } from 'react/jsx-runtime';",
  },
  // What was written already is handed on; see vite/react-jsx-runtime.ts.
  {
    file: /react-dom-server-legacy\.node\.production\.min\.js$/,
    server: true,
    line: 'function W(a,b,c){b.node=c;',
    instead: `function W(a,b,c){b.node=c;if(c&&c.$$typeof===(W.written??=Symbol.for('tresen.written'))){
      c=c.html;if(a.responseState.generateStaticMarkup)c=c.replaceAll('<!-- -->','');
      b.blockedSegment.chunks.push(c);b.blockedSegment.lastPushedText=!1;return}`,
  },
  {
    file: /react-dom-server\.node\.production\.min\.js$/,
    server: true,
    line: 'function Z(a,b,c){b.node=c;',
    instead: `function Z(a,b,c){b.node=c;if(c&&c.$$typeof===(Z.written??=Symbol.for('tresen.written'))){
      b.blockedSegment.chunks.push(c.html);b.blockedSegment.lastPushedText=!1;return}`,
  },
  {
    file: /react-router[\\/]dist[\\/]index\.js/,
    server: true,
    line: `let routePathnamesJson = JSON.stringify(UNSAFE_getResolveToMatches(matches, future.v7_relativeSplatPath));
  return React.useMemo(() => resolveTo(to, JSON.parse(routePathnamesJson), locationPathname, relative === "path"), [to, routePathnamesJson, locationPathname, relative]);`,
    instead: `return resolveTo(to, UNSAFE_getResolveToMatches(matches, future.v7_relativeSplatPath), locationPathname, relative === "path");`,
  },
  // The pattern of a route is the same for each address.
  {
    file: /@remix-run[\\/]router[\\/]dist[\\/]router\.js/,
    server: true,
    line: 'let [matcher, compiledParams] = compilePath(pattern.path, pattern.caseSensitive, pattern.end);',
    instead: `const known = (matchPath.known ??= new Map()), key = \`\${pattern.path} \${pattern.caseSensitive} \${pattern.end}\`;
  if (!known.has(key)) known.set(key, compilePath(pattern.path, pattern.caseSensitive, pattern.end));
  let [matcher, compiledParams] = known.get(key);`,
  },
  // The line that brought the page is open and gets what is asked for first: rather two thirds of all scripts,
  // which come first in the list, than the entry, a fiftieth. Others have to be connected before.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    line: `/*#__PURE__*/React.createElement("link", {
    rel: "modulepreload",
    href: manifest.entry.module,
    crossOrigin: props.crossOrigin
  }), dedupe(preloads)`,
    instead: 'dedupe(preloads.concat(manifest.entry.module))',
  },
  // On a slow line the routes behind the page's links were asked for again while they came.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]fog-of-war\.js/,
    line: `if (!discoveredPaths.has(url.pathname)) {
        nextPaths.add(url.pathname);`,
    instead: `let asked = useFogOFWarDiscovery.asked ??= new Set();
      if (!discoveredPaths.has(url.pathname) && !asked.has(url.pathname)) {
        asked.add(url.pathname);
        nextPaths.add(url.pathname);`,
  },
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]fog-of-war\.js/,
    line: 'await fetchAndApplyManifestPatches(lazyPaths, null,',
    instead: 'nextPaths.clear(); await fetchAndApplyManifestPatches(lazyPaths, null,',
  },
  // The script that names a page's modules is the same each time.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    server: true,
    line: 'let routeModulesScript = !isStatic ? " " : ',
    instead: `const all = (Scripts.known ??= new WeakMap()), known = all.get(manifest) ?? new Map();
    all.set(manifest, known);
    const { pathname } = router.state.location;
    let routeModulesScript = known.get(pathname) ?? `,
  },
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    server: true,
    line: 'dangerouslySetInnerHTML: createHtml(routeModulesScript),',
    instead:
      'dangerouslySetInnerHTML: createHtml(routeModulesScript, known.size < 20 && known.set(pathname, routeModulesScript)),',
  },
  // Nobody reads it with spaces: a kilobyte of each page.
  {
    file: /@remix-run[\\/]react[\\/]dist[\\/]esm[\\/]components\.js/,
    server: true,
    line: 'JSON.stringify(getPartialManifest(manifest, router), null, 2)',
    instead: 'JSON.stringify(getPartialManifest(manifest, router))',
  },
]

/** Changes lines of Remix for which it has no setting. Fails the build where one is no longer there, once. */
export function mendedRemix(): Plugin {
  return {
    name: 'tresen:mended-remix',
    apply: 'build',
    transform(code, id, { ssr = false } = {}) {
      const here = mends.filter(({ file, server }) => file.test(id) && (ssr || !server))
      if (here.length === 0) return undefined
      let mended = code
      for (const { line, instead } of here) {
        const parts = mended.split(line)
        if (parts.length !== 2) this.error(`Remix no longer has the line we know: ${line}`)
        mended = parts.join(instead)
      }
      return { code: mended, map: null }
    },
  }
}
