/* What a page looks like to a reader: functions that return faults, a text each.  The harness sends
 * this file with each call, and a page never loads it (browser.py). */
const look = {};

const nameOf = element => {
  const id = element.id ? '#' + element.id : '';
  const text = (element.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40);
  return `<${element.tagName.toLowerCase()}${id} class="${element.getAttribute('class') || ''}"> ${text}`;
};
const rendered = element => element.checkVisibility({ visibilityProperty: true });
const opened = () => { for (const details of document.querySelectorAll('details')) details.open = true; };

look.open = () => { opened(); return []; };
look.close = () => { for (const details of document.querySelectorAll('details')) details.open = false; return []; };

/* --- ids and links --- */

look.ids = () => {
  const seen = new Set(), faults = [];
  for (const { id } of document.querySelectorAll('[id]')) {
    if (seen.has(id)) faults.push(`id ${id} is there twice`);
    seen.add(id);
  }
  return faults;
};

look.links = () => {
  const faults = [];
  for (const link of document.querySelectorAll('a')) {
    const to = link.getAttribute('href') || '';
    if (!to.startsWith('#')) faults.push(`link to ${to || 'nowhere'}`);
    else if (!document.getElementById(decodeURIComponent(to.slice(1)))) faults.push(`no place ${to}`);
  }
  for (const label of document.querySelectorAll('label[for]'))
    if (!document.getElementById(label.htmlFor)) faults.push(`label for no ${label.htmlFor}`);
  return faults;
};

/* Some links, one of each kind of place that they stand in and lead to. */
look.sampleOfLinks = () => {
  const kinds = new Map();
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!target) continue;
    const of = element => element.tagName + (element.getAttribute('class') || '');
    const kind = of(link.parentElement) + '>' + of(target);
    if (!kinds.has(kind)) kinds.set(kind, link.hash);
  }
  return [...kinds.values()];
};

/* Is the place of the address on the screen? */
look.arrived = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return [`no place ${location.hash}`];
  if (!rendered(target)) return [`${location.hash} is not shown`];
  const box = target.getBoundingClientRect();
  if (box.bottom < 0 || box.top > innerHeight) return [`${location.hash} is not on the screen: ${Math.round(box.top)} px`];
  return [];
};

/* --- contents --- */

look.words = () => {
  const copy = document.body.cloneNode(true);
  for (const of of copy.querySelectorAll('script, style, button')) of.remove();
  return copy.textContent.split(/\s+/).filter(Boolean);
};

/* Texts that no reader can get at: not shown, though all is opened, and no box folds them. */
look.hidden = () => {
  opened();
  const folded = element => element.closest('.minor') || element.closest('.chart.folded');
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('script, style, title, desc, select, option')) continue;
    if (!rendered(element) && !folded(element)) faults.push(`not shown: ${nameOf(element)}`);
  }
  return faults;
};

/* Controls that do nothing without scripts. */
look.idle = () => [...document.querySelectorAll('button, select, input:not(.fold)')].map(nameOf);

/* --- sizes --- */

look.tooWide = width => {
  opened();
  const wide = document.documentElement.scrollWidth;
  if (wide <= width) return [];
  const scrolls = element => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible') return true;
    return false;
  };
  const wider = [...document.body.querySelectorAll('*')].filter(element =>
    element.getBoundingClientRect().right + scrollX > width + 1 && !scrolls(element));
  return [`the page is ${wide} px wide, the screen ${width}`, ...wider.slice(0, 3).map(nameOf)];
};

/* Parts of a printed page that paper cuts off.  The matrix is the widest: it may be cut on the right. */
look.cut = () => {
  const faults = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!rendered(element) || element.closest('svg')) continue;
    const style = getComputedStyle(element);
    if (style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1 && element.clientHeight)
      faults.push(`cut when printed: ${nameOf(element)}`);
    if (element.matches('button, input, select') && element.type !== 'checkbox') faults.push(`a control on paper: ${nameOf(element)}`);
  }
  return faults;
};

/* --- colours --- */

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const colours = new Map();
/* Red, green, blue and alpha (0 to 1) of any colour of CSS. */
const rgba = colour => {
  if (!colours.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(colour, [r, g, b, a / 255]);
  }
  return colours.get(colour);
};
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const luminance = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
/* The ratio of WCAG 2, from 1 to 21. */
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const backgrounds = new Map();
const background = element => {
  if (!element) return rgba('Canvas');
  if (!backgrounds.has(element)) {
    const own = element.ownerSVGElement ? [0, 0, 0, 0] : rgba(getComputedStyle(element).backgroundColor);
    backgrounds.set(element, own[3] === 1 ? own : over(own, background(element.parentElement)));
  }
  return backgrounds.get(element);
};

/* What lies below the middle of a drawing's text: the last filled shape before it, or the page. */
const belowInDrawing = text => {
  const box = text.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  let found = background(text.ownerSVGElement);
  for (const shape of text.ownerSVGElement.querySelectorAll('rect, polygon, circle, ellipse')) {
    if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
    const fill = getComputedStyle(shape).fill, at = shape.getBoundingClientRect();
    if (fill === 'none' || x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
    found = over(rgba(fill), found);
  }
  return found;
};

const textFault = (element, part) => {
  const style = getComputedStyle(element, part), drawn = element.ownerSVGElement;
  const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 600;
  const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
  const below = drawn ? belowInDrawing(element) : background(element);
  const ratio = contrast(over(rgba(drawn ? style.fill : style.color), below), below);
  return ratio < least - 0.01 ? `contrast ${ratio.toFixed(2)} of ${nameOf(element)}` : '';
};
const lineFault = shape => {
  const style = getComputedStyle(shape), below = background(shape.ownerSVGElement);
  const paint = style.stroke !== 'none' ? style.stroke : style.fill;
  if (paint === 'none' || shape.matches('rect, .thin')) return '';
  const ratio = contrast(over(rgba(paint), below), below);
  return ratio < 3 ? `contrast ${ratio.toFixed(2)} of ${nameOf(shape)}` : '';
};

/* Texts need 4.5 (3 where large), lines of drawings 3 (WCAG 2.2, 1.4.3 and 1.4.11). */
look.contrast = () => {
  opened();
  const faults = new Set(), seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (seen.has(element) || !walker.currentNode.data.trim()) continue;
    seen.add(element);
    if (element.closest('script, style, title, desc, option, :disabled') || !rendered(element)) continue;
    faults.add(textFault(element));
  }
  for (const input of document.querySelectorAll('input[placeholder]'))
    if (rendered(input)) faults.add(textFault(input, '::placeholder'));
  for (const shape of document.querySelectorAll('svg line, svg path, svg polyline, svg polygon'))
    if (rendered(shape) && !shape.closest('defs, marker')) faults.add(lineFault(shape));
  faults.delete('');
  return [...faults];
};

/* --- no meaning by colour alone --- */

/* Texts of the cells of each class.  A tick behind a mark is said of many verdicts: it counts apart. */
const marksByClass = () => {
  const marks = new Map();
  const add = (of, text) => marks.set(of, (marks.get(of) || new Set()).add(text));
  for (const cell of document.querySelectorAll('.matrix td')) {
    const mark = /\bm\d+\b/.exec(cell.className), text = cell.textContent.trim();
    add(mark ? mark[0] : 'no mark', text.replace(/(.)'$/, '$1'));
    if (/.'$/.test(text)) add('a tick', "'");
  }
  return marks;
};

/* Each verdict has a character of its own, and the legend, or a line of the totals, explains it. */
look.marks = () => {
  const faults = [], owners = new Map();
  const lines = [...document.querySelectorAll('.legend li, .totals')].flatMap(of => of.textContent.trim().split('\n'));
  const legend = lines.map(line => line.trim().split(/\s/)[0]);
  for (const [mark, texts] of marksByClass()) {
    if (texts.size > 1) faults.push(`${mark} has several texts: ${[...texts].join(' ')}`);
    for (const text of texts) {
      if (!text) faults.push(`${mark} has no text`);
      else if (owners.has(text)) faults.push(`${mark} and ${owners.get(text)} share the text ${text}`);
      else if (!legend.includes(text)) faults.push(`the legend lacks ${text}`);
      owners.set(text, mark);
    }
  }
  return faults;
};

/* What tells an element from its neighbour beside its colours. */
const shapeOf = element => {
  const style = getComputedStyle(element), shown = side => style[`border${side}Style`] !== 'none' &&
    rgba(style[`border${side}Color`])[3] > 0 ? style[`border${side}Width`] : '0px';
  return [style.fontWeight, style.fontStyle, style.textDecorationLine, style.strokeWidth, style.strokeDasharray,
          style.outlineStyle, ...['Left', 'Right', 'Top', 'Bottom'].map(shown),
          getComputedStyle(element, '::before').content].join('|');
};
/* Elements whose class marks them, beside one of the same kind that it does not mark. */
look.emphasis = () => {
  opened();
  const faults = new Set();
  for (const mark of ['current', 'fires', 'new'])
    for (const element of document.querySelectorAll(`:not(svg *).${mark}`)) {
      const other = [...element.parentElement.children].find(sibling =>
        sibling.tagName === element.tagName && !sibling.classList.contains(mark));
      if (!other || !rendered(element) || !rendered(other)) continue;
      const parts = of => [of, ...of.querySelectorAll('*')].map(shapeOf);
      const own = parts(element), theirs = new Set(parts(other));
      const words = element.textContent.trim()[0] !== other.textContent.trim()[0] && mark === 'fires';
      if (own.every(part => theirs.has(part)) && !words) faults.add(`only colour marks ${nameOf(element)}`);
    }
  return [...faults];
};

/* --- the focus --- */

/* The element that has the focus: can a person see that it has? */
look.focus = () => {
  const at = document.activeElement;
  if (!at || at === document.body) return ['nothing has the focus'];
  const style = getComputedStyle(at), box = at.getBoundingClientRect(), faults = [];
  if (!rendered(at) || !box.width || !box.height) faults.push(`the focus is on what is not shown: ${nameOf(at)}`);
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1) faults.push(`no outline: ${nameOf(at)}`);
  if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)
    faults.push(`the focus is off the screen: ${nameOf(at)} at ${Math.round(box.left)}, ${Math.round(box.top)}`);
  else {
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit && !at.contains(hit) && !hit.contains(at)) faults.push(`${nameOf(hit)} covers the focus: ${nameOf(at)}`);
  }
  return faults;
};

/* --- runs --- */

/* Does all of a run show step `wanted`? */
look.step = (id, wanted) => {
  const section = document.getElementById(id), faults = [];
  const last = Number(section.dataset.steps);
  const wrong = (what, is) => faults.push(`step ${wanted}: ${what} is at ${is}`);
  const slider = section.querySelector('.stepper input[type=range]');
  if (Number(slider.value) !== wanted) wrong('the slider', slider.value);
  const told = section.querySelector('.stepper output').textContent;
  if (!told.startsWith(wanted ? `step ${wanted} of ${last}` : 'start')) wrong('the text', told);
  if (slider.getAttribute('aria-valuetext') !== told) wrong('the spoken text', slider.getAttribute('aria-valuetext'));
  const places = { '.steps > li': 'the list', '.states tr': 'the table of states', '.chart.whole svg [data-step]': 'the chart' };
  for (const [selector, what] of Object.entries(places)) {
    const current = [...section.querySelectorAll(selector)].filter(of => of.classList.contains('current'));
    const at = [...new Set(current.map(of => Number(of.dataset.step)))];
    if (at.length > 1 || (at.length ? at[0] !== wanted : wanted > 0)) wrong(what, at.join(' and ') || 'none');
  }
  const item = section.querySelector('.steps > li.current');
  if (wanted && item && item.getAttribute('aria-current') !== 'step') wrong('aria-current', 'another');
  if (wanted && item && item.value !== wanted) wrong('the number in the list', item.value);
  if (item) {
    const inner = item.getBoundingClientRect(), outer = item.parentElement.getBoundingClientRect();
    if (inner.bottom > outer.bottom + 1 && inner.top < outer.top - 1) wrong('the list\'s scroll', 'another place');
    if (inner.top > outer.bottom || inner.bottom < outer.top) wrong('the list\'s scroll', 'another place');
  }
  return faults.concat(statesFaults(section, wanted), rowsFaults(section, item));
};

/* The table beside the chart repeats the states after the step. */
const statesFaults = (section, wanted) => {
  const cells = [...section.querySelectorAll(`.states tr[data-step="${wanted}"] td`)];
  const held = cells.map(of => `${of.dataset.of} ${of.textContent}`).join('\n');
  const body = section.querySelector('.now table:not(.rows table) tbody');
  const shown = body ? [...body.rows].map(row => `${row.cells[0].textContent} ${row.cells[1].textContent}`).join('\n') : '';
  return held === shown && held ? [] : [`step ${wanted}: states are ${shown}, not ${held}`];
};

/* Each row that fires is marked in a table of those that might have. */
const rowsFaults = (section, item) => {
  const faults = [];
  const tables = [...section.querySelectorAll('.now .rows table')];
  const links = item ? [...item.querySelectorAll('.row a')] : [];
  if (tables.length !== links.length) faults.push(`${tables.length} tables for ${links.length} rows that fire`);
  for (const [i, table] of tables.entries()) {
    const fires = table.querySelectorAll('tr.fires');
    if (fires.length !== 1) faults.push(`${fires.length} rows of a table fire`);
    const row = document.getElementById(decodeURIComponent((links[i]?.hash || '#').slice(1)));
    if (row && fires[0] && fires[0].cells[1].textContent !== row.cells[1].textContent) faults.push('another row is marked');
  }
  return faults;
};

/* --- the matrix --- */

/* Names of the tests that the matrix shows, in its order, with the marks of the models shown. */
look.matrix = () => [...document.querySelectorAll('.matrix tbody tr:not(.folder)')]
  .filter(row => row.getClientRects().length)
  .map(row => ({
    name: row.cells[0].textContent.trim(),
    marks: [...row.cells].slice(1).filter(cell => cell.getClientRects().length).map(cell => cell.textContent.trim()),
  }));
look.models = () => [...document.querySelectorAll('.matrix thead th')].slice(1)
  .filter(head => head.getClientRects().length).map(head => head.textContent.trim());
