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
  if (inner.top < outer.top + 30) scroller.scrollTop -= outer.top - inner.top + 40;
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
    for (const chart of section.querySelectorAll('.chart')) this.keepHeads(chart);
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
    this.section.querySelector('.stage').after(this.now);
  }

  /* The names of the lifelines stay at the top of a chart that is scrolled. */
  keepHeads(chart) {
    const drawing = chart.querySelector('svg');
    if (!drawing) return;
    const heads = drawing.cloneNode(false), width = drawing.getAttribute('width');
    for (const part of drawing.querySelectorAll(':scope > .paper, :scope > .box, :scope > .box + text'))
      heads.append(part.cloneNode(true));
    heads.setAttribute('viewBox', `0 30 ${width} 28`);
    heads.setAttribute('height', 28);
    heads.setAttribute('aria-hidden', 'true');
    heads.classList.add('heads');
    const hide = () => { heads.toggleAttribute('hidden', chart.scrollTop < 30); };
    chart.addEventListener('scroll', hide);
    hide();
    chart.prepend(heads);
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
    for (const element of this.section.querySelectorAll(
      `[data-step="${step}"], [data-sent="${step}"], [data-taken="${step}"]`))
      element.classList.add('current');
    const item = this.item(step);
    if (item) item.setAttribute('aria-current', 'step');
    this.slider.value = step;
    this.output.textContent = step ? `step ${step} of ${this.last}` : `start, of ${this.last} steps`;
    this.slider.setAttribute('aria-valuetext', this.output.textContent);
    this.show(item);
    for (const chart of this.section.querySelectorAll('.chart'))
      reveal(chart, chart.querySelector('.step.current'));
    if (item) reveal(item.parentElement, item);
  }

  /* What each controller holds after this step, and the rows that may fire where one fires. */
  show(item) {
    const states = this.section.querySelector(`.states tr[data-step="${this.step}"]`);
    this.now.replaceChildren();
    if (states) this.now.append(this.statesNow(states));
    const rows = make('div', { className: 'rows' });
    for (const link of item ? item.querySelectorAll('.row a') : []) rows.append(this.rowsAt(link));
    this.now.append(rows);
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
    if (!fires || !at) return '';
    const cell = text => make('td', { textContent: text });
    const body = make('tbody');
    for (const row of fires.parentElement.rows) {
      const [states, , , next] = [...row.cells].map(of => of.textContent);
      if (!states.split(', ').includes(at[1])) continue;
      if (row !== fires && next === 'never') continue;
      body.append(make('tr', { className: row === fires ? 'fires' : '' },
        cell(row === fires ? '\u25b6' : ''), ...[...row.cells].slice(1, 5).map(of => cell(of.textContent))));
    }
    const title = `${link.textContent.split(':')[0]} in ${at[1]}: ${at[2].replace(/,$/, '')}`;
    return make('table', {}, make('caption', { textContent: title }), make('thead', {}, make('tr', {},
      make('td'), ...['on', 'when', 'next', 'actions'].map(text => make('th', { scope: 'col', textContent: text })))), body);
  }
}

/* --- the matrix --- */

/* Filters by mark and by name, sorts, folds folders; arrow keys go from cell to cell. */
class Matrix {
  constructor(scroller) {
    this.scroller = scroller;
    this.table = scroller.querySelector('table');
    this.heads = [...this.table.tHead.rows[0].cells].slice(1);
    this.groups = [...this.table.tBodies];
    this.rows = this.groups.flatMap(group => [...group.rows].slice(1));
    this.rows.forEach((row, index) => { row.index = index; row.group = row.parentElement; });
    this.marks = new Set();
    this.closed = new Set();
    this.told = make('p', { className: 'told' });
    this.told.setAttribute('role', 'status');
    scroller.before(this.told);
    if (this.rows.length * this.heads.length > 1) {
      this.addFilters();
      this.addTools();
      this.addFolds();
    }
    this.addKeys();
  }

  names(row) { return row.cells[0].textContent; }
  marksOf(row) { return [...row.cells].slice(1).map(cell => cell.className.split(' ')[0]); }

  /* The legend's items become buttons: rows stay that have one of the marks. */
  addFilters() {
    for (const item of document.querySelectorAll('#\\/legend > li')) {
      const mark = 'm' + item.dataset.mark;
      const button = make('button', { type: 'button', title: 'only tests with such a cell' });
      button.append(...item.childNodes);
      item.dataset.text = button.textContent;
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => {
        const on = this.marks.has(mark) ? !this.marks.delete(mark) : !!this.marks.add(mark);
        button.setAttribute('aria-pressed', String(on));
        this.apply();
      });
      item.append(button);
    }
  }

  addTools() {
    const field = (name, placeholder) => {
      const input = make('input', { type: 'search', placeholder, size: 18 });
      input.addEventListener('input', () => this.apply());
      return [make('label', {}, name + ' ', input), input];
    };
    const [tests, testInput] = field('tests', 'name or folder');
    const [models, modelInput] = field('models', 'name');
    this.testInput = testInput;
    this.modelInput = modelInput;
    this.order = make('select');
    for (const [value, text] of [['folder', 'by folder'], ['name', 'by name'],
                                 ['wrong', 'most wrong first'], ['reached', 'most reached first']])
      this.order.append(make('option', { value, textContent: text }));
    this.order.addEventListener('change', () => this.sort());
    this.foldAll = make('button', { type: 'button', textContent: 'fold all folders' });
    this.foldAll.addEventListener('click', () => this.foldOrOpenAll());
    this.told.before(make('div', { className: 'tools' }, tests, models,
      make('label', {}, 'order ', this.order), this.foldAll));
    this.sayShown(this.rows.length, this.heads.length);
  }

  sayShown(tests, models) {
    this.told.textContent = `${tests} of ${this.rows.length} tests, ${models} of ${this.heads.length} models are shown`;
  }

  addFolds() {
    for (const group of this.groups) {
      const span = group.rows[0].querySelector('span');
      const button = make('button', { type: 'button', textContent: '\u25be ' + span.textContent });
      button.setAttribute('aria-expanded', 'true');
      button.addEventListener('click', () => this.fold(group, !this.closed.has(group)));
      span.parentElement.dataset.text = span.textContent;
      group.button = button;
      span.replaceWith(button);
    }
  }

  fold(group, close) {
    if (close) this.closed.add(group);
    else this.closed.delete(group);
    group.button.setAttribute('aria-expanded', String(!close));
    group.button.textContent = (close ? '\u25b8' : '\u25be') + group.button.textContent.slice(1);
    this.apply();
  }

  foldOrOpenAll() {
    const close = this.closed.size < this.groups.length;
    for (const group of this.groups) this.fold(group, close);
    this.foldAll.textContent = close ? 'open all folders' : 'fold all folders';
  }

  apply() {
    const words = this.testInput.value.toLowerCase().split(/\s+/).filter(Boolean);
    const model = this.modelInput.value.toLowerCase().trim();
    const out = this.heads.map(head => !head.textContent.toLowerCase().includes(model));
    const byFolder = this.order.value === 'folder';
    let shown = 0;
    this.heads.forEach((head, s) => head.classList.toggle('out', out[s]));
    for (const row of this.rows) {
      const text = (this.names(row) + ' ' + row.group.rows[0].textContent).toLowerCase();
      let fits = words.every(word => text.includes(word)), marked = !this.marks.size;
      for (let s = 0; s < out.length; s++) {
        const cell = row.cells[s + 1], kept = this.marks.has(cell.className.split(' ')[0]);
        cell.classList.toggle('out', out[s]);
        cell.classList.toggle('kept', kept);
        marked ||= kept && !out[s];
      }
      fits &&= marked;
      row.fits = fits;
      row.classList.toggle('out', !fits || (byFolder && this.closed.has(row.group)));
      shown += fits;
    }
    for (const group of this.groups)
      group.rows[0]?.classList.toggle('out', !byFolder || !this.rows.some(row => row.group === group && row.fits));
    this.scroller.classList.toggle('filtered', this.marks.size > 0);
    this.sayShown(shown, out.filter(gone => !gone).length);
  }

  count(row, marks) { return this.marksOf(row).filter(mark => marks.includes(mark)).length; }

  sort() {
    const orders = {
      folder: (a, b) => a.index - b.index,
      name: (a, b) => this.names(a).localeCompare(this.names(b)),
      wrong: (a, b) => this.count(b, wrong) - this.count(a, wrong) || a.index - b.index,
      reached: (a, b) => this.count(b, ['m1']) - this.count(a, ['m1']) || a.index - b.index,
    };
    const wrong = ['m3', 'm6', 'm7', 'm8', 'm9'];
    const sorted = [...this.rows].sort(orders[this.order.value]);
    const byFolder = this.order.value === 'folder';
    for (const row of sorted) (byFolder ? row.group : this.groups[0]).append(row);
    this.apply();
  }

  /* One link of the cells takes part in the tab order; arrow keys go from there. */
  takeTabs(link) {
    if (!this.entry) for (const other of this.table.querySelectorAll('td a')) other.tabIndex = -1;
    else this.entry.tabIndex = -1;
    this.entry = link;
    link.tabIndex = 0;
  }

  addKeys() {
    this.table.addEventListener('focusin', event => this.tell(event.target));
    this.table.addEventListener('mouseover', event => this.tell(event.target));
    this.table.addEventListener('keydown', event => this.key(event));
  }

  tell(element) {
    const link = element.closest('td a');
    if (!link) return;
    const cell = link.parentElement, row = cell.parentElement;
    const mark = document.querySelector(`#\\/legend > li[data-mark="${cell.className.slice(1).split(' ')[0]}"]`);
    const meaning = mark ? mark.textContent.replace(/^\S+\s*/, '').replace(/: \d+ cells?$/, '') : '';
    const text = `${this.names(row)} on ${this.heads[cell.cellIndex - 1].textContent}: ${meaning}`;
    this.told.textContent = text;
    if (element === document.activeElement) this.takeTabs(link);
    link.setAttribute('aria-label', text);
  }

  key(event) {
    const cell = event.target.closest('td, tbody th[scope=row]');
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!cell || !by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const rows = [...this.table.querySelectorAll('tbody tr:not(.folder):not(.out)')];
    const at = rows.indexOf(cell.parentElement) + by[0];
    let column = cell.cellIndex + by[1];
    while (by[1] && this.heads[column - 1]?.classList.contains('out')) column += by[1];
    const link = rows[at]?.cells[column]?.querySelector('a');
    if (!link) return;
    link.focus();
  }
}

/* --- the whole --- */

/* A run that is folded away gets its controls when it is opened. */
const enliven = root => {
  addCopyButtons(root);
  for (const section of root.querySelectorAll('section.run:not(.stepped)'))
    if (!section.closest('details:not([open])')) new Run(section);
};

enliven(document);

document.addEventListener('toggle', event => {
  if (event.target.open) enliven(event.target);
}, true);
for (const scroller of document.querySelectorAll('.matrix')) new Matrix(scroller);
addEventListener('hashchange', openTarget);
openTarget();
