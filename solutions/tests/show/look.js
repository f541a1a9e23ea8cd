// Steps through a page of `make show` as Chromium draws it, and leaves facts in the document: <script id="facts">. Injected by
// show_test, which judges them.
'use strict';
(async () => {
  const find = id => document.getElementById(id);
  const facts = { errors: window.errors, moments: [], violations: [] };
  const marked = word => document.querySelectorAll(`.panels .${word}`).length;
  const press = key => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const state = () => ({ count: find('count').textContent, sentence: find('sentence').textContent, mine: find('mine').textContent,
    thread: find('thread').value, line: document.querySelector('.code .now .n')?.textContent ?? '', now: document.querySelectorAll('#story .now').length,
    read: marked('read'), stored: marked('stored'), blank: marked('blank'), kept: marked('kept'), had: marked('had'), own: marked('mine'), race: marked('race'),
    requests: document.querySelectorAll('#requests svg').length, back: find('back').disabled, next: find('next').disabled });

  find('first').click();
  for (let i = 0; i < 1000; ++i) {
    facts.moments.push(state());
    if (find('next').disabled) break;
    if (i % 2) find('next').click(); else press('ArrowRight');
  }
  press('Home');
  facts.home = state();
  press('ArrowDown');
  facts.below = state();
  press('ArrowUp');
  facts.above = state();
  const other = document.querySelector('#threads [data-e="1"]');
  if (other) other.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  facts.clicked = state();
  find('thread').value = '99999999';
  find('thread').dispatchEvent(new Event('change'));
  facts.most = state();
  const kept = facts.moments.findIndex(moment => moment.kept > 0);
  press('Home');
  for (let i = 0; i < kept; ++i) press('ArrowRight');
  if (kept >= 0) facts.kept = state();      // of the last thread
  facts.races = [...document.querySelectorAll('#race button')].map(button => { button.click(); return state(); });
  press('Home');
  facts.wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  facts.cells = [...document.querySelectorAll('.panels svg')].map(svg => svg.querySelectorAll('.cell').length);
  facts.labels = [...document.querySelectorAll('.panels svg')].map(svg => svg.getAttribute('aria-label'));
  facts.paper = getComputedStyle(document.body).backgroundColor;
  if (window.axe) {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    facts.violations = violations.map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(' | ')}`);
    facts.axe = true;
  }
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'facts';
  script.textContent = JSON.stringify(facts).replaceAll('</', '<\\/');
  document.body.append(script);
})();
