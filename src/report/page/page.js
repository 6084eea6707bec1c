'use strict';
/* The script of turnsole's pages.  All content is in the HTML; this only copies, opens what a link
 * leads to, and steps through runs. */

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/* --- copying --- */

const copyText = async (button, text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make('textarea', { value: text });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.textContent = 'copied';
  setTimeout(() => { button.textContent = 'copy'; }, 1500);
};

/* Adds a button to each text below `root` that has none. */
const addCopyButtons = root => {
  for (const code of root.querySelectorAll('.copied:not([data-copied])')) {
    code.dataset.copied = '';
    if (code.closest('details:not([open])') && code.closest('details') !== root) {
      delete code.dataset.copied;
      continue;
    }
    const button = make('button', { type: 'button', className: 'copy', textContent: 'copy' });
    const text = code.textContent;
    button.setAttribute('aria-label', 'copy: ' + text.slice(0, 60));
    button.addEventListener('click', () => copyText(button, text));
    if (code.tagName === 'PRE') code.prepend(button);
    else code.after(button);
  }
};

/* --- links to what is folded --- */

const openTarget = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  let opened = false;
  for (let at = target; at; at = at.parentElement)
    if (at.tagName === 'DETAILS' && !at.open) opened = at.open = true;
  if (opened) target.scrollIntoView();
};

/* --- stepping --- */

/* Scrolls within the element's own scroller, and leaves the page where it is. */
const reveal = (scroller, element) => {
  if (!element || !scroller || !element.getClientRects().length) return;
  const outer = scroller.getBoundingClientRect(), inner = element.getBoundingClientRect();
  if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top + 20;
  else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom + 20;
};

class Run {
  constructor(section) {
    this.section = section;
    this.last = Number(section.dataset.steps);
    this.step = 0;
    this.fold = section.querySelector('.fold');
    this.addControls();
    section.classList.add('stepped');
    section.addEventListener('keydown', event => this.key(event));
    section.querySelector('.stage').addEventListener('click', event => {
      const of = event.target.closest('[data-step]');
      if (of && !event.target.closest('a')) this.go(Number(of.dataset.step));
    });
    if (this.fold) this.fold.addEventListener('change', () => this.go(this.nearest(this.step)));
    this.go(0);
  }

  addControls() {
    const button = (text, name, step) => {
      const made = make('button', { type: 'button', textContent: text });
      made.setAttribute('aria-label', name);
      made.addEventListener('click', () => this.go(step()));
      return made;
    };
    this.slider = make('input', { type: 'range', min: 0, max: this.last, value: 0 });
    this.slider.setAttribute('aria-label', 'step');
    this.slider.addEventListener('input', () => this.go(this.nearest(Number(this.slider.value))));
    this.output = make('output');
    this.output.setAttribute('aria-live', 'polite');
    this.now = make('div', { className: 'now' });
    this.now.setAttribute('role', 'group');
    this.now.setAttribute('aria-label', 'The current step');
    const bar = make('div', { className: 'stepper' },
      button('|<', 'first step', () => 0), button('<', 'step before', () => this.next(-1)),
      this.slider, button('>', 'next step', () => this.next(1)),
      button('>|', 'last step', () => this.last), this.output);
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', 'Steps; the arrow keys step, too');
    this.section.querySelector('.stage').before(bar);
    this.section.querySelector('.side').prepend(this.now);
  }

  matters(step) {
    if (!step || !this.fold || !this.fold.checked) return true;
    return !this.item(step).classList.contains('minor');
  }

  item(step) { return this.section.querySelector(`.steps > [data-step="${step}"]`); }

  /* The next step that is not folded; this one at the end. */
  next(by) {
    for (let step = this.step + by; step >= 0 && step <= this.last; step += by)
      if (this.matters(step)) return step;
    return this.step;
  }

  nearest(step) {
    while (step > 0 && !this.matters(step)) step--;
    return step;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === this.slider) return;
    if (event.target.closest('.states .wide') || event.target.closest('.now')) return;
    const step = { ArrowLeft: () => this.next(-1), ArrowRight: () => this.next(1),
                   Home: () => 0, End: () => this.last }[event.key];
    if (!step) return;
    event.preventDefault();
    this.go(step());
  }

  go(step) {
    this.step = step;
    for (const old of this.section.querySelectorAll('.current')) {
      old.classList.remove('current');
      old.removeAttribute('aria-current');
    }
    for (const element of this.section.querySelectorAll(`[data-step="${step}"]`))
      element.classList.add('current');
    const item = this.item(step);
    if (item) item.setAttribute('aria-current', 'step');
    this.slider.value = step;
    this.output.textContent = step ? `step ${step} of ${this.last}` : `start, of ${this.last} steps`;
    this.slider.setAttribute('aria-valuetext', this.output.textContent);
    this.show(item);
    for (const chart of this.section.querySelectorAll('.chart'))
      reveal(chart, chart.querySelector('.current'));
    if (item) reveal(item.parentElement, item);
  }

  /* What each controller holds after this step, and the rows that may fire where one fires. */
  show(item) {
    const states = this.section.querySelector(`.states tr[data-step="${this.step}"]`);
    this.now.replaceChildren();
    if (states) this.now.append(this.statesNow(states));
    for (const link of item ? item.querySelectorAll('.row a') : []) this.now.append(...this.rowsAt(link));
  }

  statesNow(states) {
    const body = make('tbody');
    for (const cell of states.querySelectorAll('td')) {
      const head = make('th', { scope: 'row', textContent: cell.dataset.of });
      const held = make('td', { className: cell.className, textContent: cell.textContent });
      held.style.whiteSpace = 'pre-line';
      body.append(make('tr', {}, head, held));
    }
    return make('table', {}, make('caption', { textContent: this.output.textContent }), body);
  }

  /* Rows of the firing row's table that are for the same state. */
  rowsAt(link) {
    const fires = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const at = /: (\S+?)\/(\S+)/.exec(link.textContent);
    if (!fires || !at) return [];
    const body = make('tbody');
    for (const row of fires.parentElement.rows) {
      if (!row.cells[0].textContent.split(', ').includes(at[1])) continue;
      if (row !== fires && row.cells[3].textContent === 'never') continue;
      const copy = row.cloneNode(true);
      copy.removeAttribute('id');
      copy.prepend(make('td', { textContent: row === fires ? '\u25b6' : '' }));
      if (row === fires) copy.className = 'fires';
      body.append(copy);
    }
    const title = `${link.textContent.split(':')[0]} in ${at[1]}: ${at[2]} fires the marked row`;
    return [make('h6', { textContent: title }), make('table', {}, body)];
  }
}

/* --- the whole --- */

addCopyButtons(document);
document.addEventListener('toggle', event => {
  if (event.target.open) addCopyButtons(event.target);
}, true);
for (const section of document.querySelectorAll('section.run')) new Run(section);
addEventListener('hashchange', openTarget);
openTarget();
