/// The style of a page: light and dark, wide and narrow, without external resources.
enum PageStyle {
    /// The number of line colours, which repeat.
    static let colors = 8

    /// The widths of lines at the first, second and third use of a colour; they repeat.
    static let widths = ["", "thin", "thick"]

    static let sheet: StaticString = """
        :root {
          color-scheme: light dark;
          --page: #fcfcfa; --panel: #ffffff; --text: #1b1f24; --muted: #59616b; --rule: #dcdfe3; --head: #f1f3f4;
          --good: #17663a; --good-back: #e5f4ea; --bad: #a01622; --bad-back: #fdeaea; --warn: #7a4b00;
          --warn-back: #fff3d6; --link: #0b5cad;
          --c0: #0064b0; --c1: #c44b00; --c2: #00805a; --c3: #a8407c; --c4: #6a4fd0; --c5: #7d6500; --c6: #4a5158;
          --c7: #b3121f;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #14171a; --panel: #1b1f23; --text: #e6e8ea; --muted: #a3abb3; --rule: #363c42; --head: #23282d;
            --good: #7fd8a2; --good-back: #17301f; --bad: #ff9a9a; --bad-back: #3a1a1c; --warn: #ffcf70;
            --warn-back: #362a10; --link: #79b8ff;
            --c0: #5cb2f5; --c1: #ff9352; --c2: #3fd2a0; --c3: #f09cc8; --c4: #b3a1ff; --c5: #dcc04e; --c6: #b9c1c9;
            --c7: #ff8088;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; max-width: 72rem; padding: 1.25rem 1rem 3rem; background: var(--page); color: var(--text);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
        h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .5rem; padding-top: 1rem;
          border-top: 2px solid var(--rule); }
        h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
        p { margin: .4rem 0; }
        a { color: var(--link); }
        .note, .about { color: var(--muted); font-size: .875rem; max-width: 50rem; }
        .verdict, .warning { padding: .6rem .8rem; border-radius: .4rem; border-left: .3rem solid; margin: .6rem 0;
          font-weight: 600; }
        .verdict.passed { color: var(--good); background: var(--good-back); }
        .verdict.failed { color: var(--bad); background: var(--bad-back); }
        .warning { color: var(--warn); background: var(--warn-back); }
        nav ul { padding-left: 1.1rem; margin: .4rem 0; }
        nav li { margin: .15rem 0; }
        .scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--rule); border-radius: .4rem;
          margin: .5rem 0; }
        .narrow .scroll { width: fit-content; max-width: 100%; }
        .scroll:focus-visible { outline: 2px solid var(--link); }
        table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; padding: .45rem .6rem; color: var(--muted); }
        caption.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); padding: 0; }
        th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-top: 1px solid var(--rule);
          overflow-wrap: normal; }
        thead th { background: var(--head); border-top: 0; white-space: nowrap; font-weight: 600; }
        tbody th { font-weight: 600; background: var(--panel); min-width: 6.5rem; }
        td.figure, thead th.figure { text-align: right; }
        td.figure, tr.struck td { white-space: nowrap; }
        td.long { min-width: 15rem; }
        .wide table { font-size: .8125rem; }
        .wide th, .wide td { padding: .35rem .35rem; }
        .wide thead th { white-space: normal; vertical-align: bottom; }
        .wide tbody th { position: sticky; left: 0; max-width: 11rem; }
        .wide thead th:first-child { position: sticky; left: 0; }
        tr.struck td, tr.struck th { color: var(--bad); }
        tr.failed td, tr.failed th { background: var(--bad-back); color: var(--bad); }
        .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr)); gap: .8rem; }
        figure { margin: 0; padding: .6rem .7rem; background: var(--panel); border: 1px solid var(--rule);
          border-radius: .4rem; max-width: 42rem; min-width: 0; }
        figcaption { font-size: .9rem; font-weight: 600; margin-bottom: .3rem; }
        svg { display: block; width: 100%; height: auto; }
        .key { display: flex; flex-wrap: wrap; gap: .15rem .9rem; list-style: none; margin: .3rem 0 0; padding: 0;
          font-size: .8125rem; }
        .key li { display: flex; align-items: center; gap: .35rem; }
        .key svg { width: 1.75rem; height: .6rem; flex: none; }
        .label { font-size: 11px; fill: var(--muted); }
        .over { paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
        .strong { fill: var(--text); font-weight: 600; }
        .grid { stroke: var(--rule); stroke-width: 1; }
        .axis, .tick { stroke: var(--muted); stroke-width: 1; }
        .separator { stroke: var(--muted); stroke-width: 1; stroke-dasharray: 2 3; }
        .one { stroke: var(--text); stroke-width: 1.25; }
        .whisker { stroke: var(--muted); stroke-width: 1.25; }
        .interval { stroke: var(--c0); stroke-width: 7; opacity: .45; }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); stroke-dasharray: 7 3; }
        .c2 { stroke: var(--c2); stroke-dasharray: 2 4; } .c3 { stroke: var(--c3); stroke-dasharray: 9 3 2 3; }
        .c4 { stroke: var(--c4); stroke-dasharray: 14 4; } .c5 { stroke: var(--c5); stroke-dasharray: 4 2; }
        .c6 { stroke: var(--c6); stroke-dasharray: 1 3; } .c7 { stroke: var(--c7); stroke-dasharray: 9 3 2 3 2 3; }
        .thin { stroke-width: 1; } .thick { stroke-width: 3.5; }
        .plain, circle.mark { stroke-dasharray: none; }
        circle.mark { stroke-width: 1.5; fill: var(--panel); }
        pre { background: var(--panel); border: 1px solid var(--rule); border-radius: .4rem; padding: .7rem .8rem;
          white-space: pre-wrap; font-size: .85rem; }
        details { margin: .6rem 0; }
        summary { cursor: pointer; color: var(--link); font-size: .9rem; padding: .25rem 0; }
        @media (max-width: 40rem) {
          body { padding: .9rem .7rem 2rem; }
          h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; }
          th, td { padding: .3rem .45rem; }
          figure { padding: .5rem .4rem; }
          .label { font-size: 12.5px; }
        }
        @media print { .scroll { overflow: visible; } }

        """
}
