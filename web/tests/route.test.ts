import { describe, expect, it } from 'vitest';
import { parseRoute, runLink, withState } from '../src/state/route';

describe('route', () => {
  it('without a fragment is the list of runs', () => {
    expect(parseRoute('').page).toBe('runs');
    expect(parseRoute('#/runs').page).toBe('runs');
  });
  it('of a run keeps the state of the view', () => {
    const route = parseRoute('#/runs/r-1?collective=all_reduce');
    expect(route.page === 'run' && [route.run, route.state.get('collective')]).toEqual(['r-1', 'all_reduce']);
  });
  it('that is broken is said to be unknown instead of failing', () => {
    expect(parseRoute('#/runs/%E0%A4%A').page).toBe('unknown');
    expect(parseRoute('#/nothing/here').page).toBe('unknown');
  });
  it('link and parse are inverse, also for odd names', () => {
    const route = parseRoute(runLink('a/b+c', new URLSearchParams({ metric: 'time' })));
    expect(route.page === 'run' && [route.run, route.state.get('metric')]).toEqual(['a/b+c', 'time']);
  });
  it('state is changed without touching the rest', () => {
    const state = withState(new URLSearchParams('a=1&b=2'), 'a', null);
    expect(state.toString()).toBe('b=2');
  });
});
