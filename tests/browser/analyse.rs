//! Analyses by clicks.

use crate::driver::{SIZES, open, open_served};

const LINES: &str = "document.querySelectorAll('.lines li').length";

const CAN_PLAY: &str = "document.querySelector('.board-host:not(.waiting)')";

#[test]
fn a_variation_is_tried_kept_and_deleted() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        page.visit("#/othello/analyse?moves=f5 d6 c3 d3");
        page.until(&format!("{LINES} > 0"));
        page.until("document.querySelectorAll('.board .label').length > 0");
        page.click(".steps [aria-label^='One move back']");
        page.until("document.querySelector('.moves [aria-current]').textContent.startsWith('c3')");
        let other = "[...document.querySelectorAll('.can-move')].find(({ dataset }) => dataset.name !== 'd3').dataset.name";
        page.until(other);
        page.point(&page.text(other));
        page.until("document.querySelector('.moves .variation [aria-current]')");
        page.until(&format!("{LINES} > 0"));
        page.click(".comment-box");
        page.value(
            "(() => { const box = document.querySelector('.comment-box'); box.value = '<b>Good</b> & bold';
                box.dispatchEvent(new Event('change')); })()",
        );
        page.until("document.querySelector('.moves .comment').textContent === '<b>Good</b> & bold'");
        page.reload();
        page.until("document.querySelector('.moves .variation [aria-current]')");
        page.until("document.querySelector('.moves .comment').textContent === '<b>Good</b> & bold'");
        page.picture(&format!("variation-{}", size.0));
        page.press("Main line");
        page.until("document.querySelector('.moves .variation').textContent.includes('d3')");
        page.click("[aria-label^='Delete this move']");
        page.until("!document.querySelector('.moves .variation')");
        page.is_clean();
    }
}

#[test]
fn arrow_keys_step_and_the_search_follows() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/xiangqi/analyse?moves=h2e2 h9g7 h0g2");
    page.until(&format!("{LINES} > 0"));
    page.key("ArrowLeft");
    page.key("ArrowLeft");
    page.until("document.querySelector('.status').textContent === 'Black to move'");
    page.until(&format!("{LINES} > 0"));
    page.until("document.querySelectorAll('.board .arrow').length > 0");
    assert!(
        page.holds("/\\d\\.\\d\\d$/.test(document.querySelector('.lines .score').textContent)"),
        "in hundredths"
    );
    page.key("Home");
    page.until("!document.querySelector('.moves [aria-current]')");
    page.is_clean();
}

/// Each piece but the generals has its worth at it, and the whole evaluation stands below the lines.
#[test]
fn the_worth_of_pieces_is_shown_where_it_is_asked_for() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        page.visit("#/xiangqi/analyse?moves=h2e2 h9g7");
        page.until(&format!("{LINES} > 0"));
        assert!(page.holds("document.querySelectorAll('.board .badge').length === 0"));
        page.click(".engine .check-box input");
        page.until("document.querySelectorAll('.board .badge').length === 30");
        page.until("document.querySelector('.evaluation-parts').textContent.includes('for Red')");
        page.picture(&format!("worth-{}", size.0));
        page.click(".engine .check-box input");
        page.until("document.querySelectorAll('.board .badge').length === 0");
        page.is_clean();
    }
}

#[test]
fn a_whole_game_is_reviewed() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/othello/analyse?moves=f5 d6 c3 d3 c4 f4 f6 f3 e6 e7");
    page.press("Analyse the whole game");
    page.until("document.querySelector('.review table')");
    page.until("document.querySelectorAll('.moves small:not(:empty)').length >= 10");
    assert!(
        page.holds("document.querySelector('.review table').getBoundingClientRect().bottom < innerHeight")
    );
    page.is_clean();
}

#[test]
fn what_cannot_be_read_is_said_plainly() {
    let Some(page) = open(SIZES[1]) else { return };
    page.visit("#/");
    page.press("Paste");
    page.value("(() => { document.querySelector('dialog textarea').value = 'f5 a1'; })()");
    page.press("Open");
    page.until("document.querySelector('dialog .error')");
    page.value("(() => { document.querySelector('dialog textarea').value = 'f5d6c3d3'; })()");
    page.press("Open");
    page.until("document.querySelectorAll('.moves [data-id]').length === 4");
    page.is_clean();
}

#[test]
fn names_and_comments_are_text() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/");
    page.press("Paste");
    let script = "<img src=x onerror=document.title='run'>";
    let game = format!(
        "[Game \"Othello\"]\n[Black \"{script}\"]\n[White \"b\"]\n[Event \"<script>1</script>\"]\n\n1. f5 d6 *"
    );
    page.value(&format!(
        "(() => {{ document.querySelector('dialog textarea').value = {}; }})()",
        serde_json::json!(game)
    ));
    page.press("Open");
    page.until("document.querySelectorAll('.moves [data-id]').length === 2");
    assert_eq!(page.text("document.querySelectorAll('.player b')[1].textContent"), script);
    page.visit("#/");
    page.until("document.querySelector('.item')");
    assert!(page.text("document.querySelector('.item b').textContent").contains(script));
    assert!(!page.holds("document.querySelector('main img, main script')"));
    page.is_clean();
}

#[test]
fn a_lost_connection_comes_back() {
    let Some(page) = open_served(SIZES[1]) else { return };
    page.make_connection_cuttable();
    page.visit("#/othello/analyse?moves=f5 d6");
    page.until(&format!("{LINES} > 0"));
    page.value("(() => { window.isCut = true; window.sockets.at(-1).close(); })()");
    page.until("!document.getElementById('connection').hidden");
    page.click(".steps [aria-label^='One move back']");
    page.value("window.isCut = false");
    // What was asked meanwhile is asked again.
    page.until("document.getElementById('connection').hidden");
    page.until("document.querySelector('.status').textContent === 'White to move'");
    page.until(&format!("{LINES} > 0"));
}

#[test]
fn the_token_leaves_the_address_and_a_reload_does_not_need_it() {
    let Some(page) = open_served(SIZES[0]) else { return };
    page.visit("#/othello/analyse?moves=f5 d6");
    page.until(&format!("{LINES} > 0"));
    assert_eq!(page.text("location.search + document.cookie"), "");
    page.reload();
    page.until(&format!("{LINES} > 0"));
    page.is_clean();
}

#[test]
fn a_server_that_is_started_again_asks_for_its_address() {
    let Some(mut page) = open_served(SIZES[0]) else { return };
    page.visit("#/othello/analyse?moves=f5 d6");
    page.until("document.querySelectorAll('.moves [data-id]').length === 2");
    page.server.restart(page.folder.path());
    page.until("document.getElementById('connection').checkVisibility()");
    page.until(
        "document.getElementById('connection').textContent.includes('Open the address that it printed')",
    );
    page.open_anew(&page.text("location.hash"));
    page.until(&format!("{LINES} > 0"));
    assert_eq!(page.value("document.querySelectorAll('.moves [data-id]').length"), 2);
}

/// Arrows and circles of the user's own: drawn with the other button, taken away by a click. The board is saved as a picture with them,
/// and a window says so.
#[test]
fn the_board_is_drawn_on_and_saved_as_a_picture() {
    for size in SIZES {
        let Some(page) = open(size) else { return };
        page.visit("#/xiangqi/analyse?moves=b0c2");
        page.click(".steps [aria-label^='One move back']");
        page.until("document.querySelector('.lines li')");
        page.until(CAN_PLAY);
        page.point("h2");
        page.point("e2");
        page.until("document.querySelector('.moves .variation [aria-current]')");
        page.until("document.querySelector('.lines li')");
        for (from, to) in [("b9", "c7"), ("e6", "e6")] {
            page.value(&format!(
                "for (const [type, name] of [['pointerdown', '{from}'], ['pointerup', '{to}']])
                document.querySelector(`[data-name=\"${{name}}\"]`).dispatchEvent(new PointerEvent(type, {{ button: 2, bubbles: true }}))"
            ));
        }
        page.until("document.querySelectorAll('.board .own').length === 2");
        page.key("?");
        page.until("document.querySelector('dialog .keys')");
        page.key("Escape");
        page.press("Save");
        page.until("document.querySelector('dialog textarea').value.includes('(') ");
        page.press("The moves up to the board shown");
        page.until("/炮二平五|C2.5|H2-E2/.test(document.querySelector('dialog textarea').value) && !document.querySelector('dialog textarea').value.includes('(')");
        page.press("Picture (SVG)");
        page.value(
            "import('./picture.js').then(async ({ svgOf, pngOf }) => {
                const board = { svg: document.querySelector('.board-host svg') };
                window.saved = [svgOf(board).split('own').length > 2, (await pngOf(board)).size]; })",
        );
        page.until("window.saved?.[0] && window.saved[1] > 10000");
        page.key("Escape");
        page.point("i6");
        page.until("!document.querySelector('.board .own')");
        page.is_clean();
    }
}

/// A file that is dropped opens with all that it has, and is saved with it; what a form cannot hold is said.
#[test]
fn a_dropped_study_is_opened_marked_and_saved_again() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/");
    page.until("document.querySelector('main h1, main .card, main section')");
    // On a machine without a Chinese font another notation would be the usual one.
    page.value(
        "(() => { localStorage['shuangqi.settings'] = JSON.stringify({ notation: { xiangqi: 'chinese' } });
            dispatchEvent(new StorageEvent('storage', { key: 'shuangqi.settings' })); })()",
    );
    let text =
        "[Red \"Li\"]\n[ECCO \"B00\"]\n\n{all} 1. h2e2 $1 {x} h7e7 (1... b9c7 {y} 2. h0g2) 2. b0c2 1-0\n";
    page.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([{}], 'study.pgn'));
            document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()",
        serde_json::json!(text)
    ));
    page.until("document.querySelector('.moves .variation [data-id]')");
    page.until("document.querySelector('.moves .mark').textContent === '!'");
    assert!(page.holds("[...document.querySelectorAll('.moves .comment')].map((node) => node.textContent).join() === 'all,x,y'"));
    page.key("ArrowRight");
    page.key("ArrowRight");
    page.until("document.querySelector('.opening').textContent.includes('Same Direction Cannons')");
    page.value(
        "(() => { const box = document.querySelector('.remark select'); box.value = '6'; box.dispatchEvent(new Event('change')); })()",
    );
    page.until(
        "[...document.querySelectorAll('.moves .mark')].map((node) => node.textContent).join() === '!,?!'",
    );
    page.picture("study");
    page.press("Save");
    page.until("document.querySelector('dialog textarea').value.includes('$6')");
    let saved = page.text("document.querySelector('dialog textarea').value");
    for part in [
        "[Red \"Li\"]",
        "[ECCO \"B00\"]",
        "[Result \"1-0\"]",
        "{all} 1. 炮二平五 $1 {x} 1... 炮８平５ $6 (1... 马２进３ {y} 2. 马二进三)",
    ] {
        assert!(saved.contains(part), "{part} in {saved}");
    }
    page.value("(() => { document.querySelector('dialog input[value=xqf]').click(); })()");
    page.until(
        "document.querySelector('dialog').textContent.includes('cannot hold 2 marks and the headers ECCO')",
    );
    page.is_clean();
}

/// A study that has no room in local storage is there after a reload, and small again when it is.
#[test]
fn a_large_study_is_kept() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/");
    page.until("document.querySelector('main h1, main .card, main section')");
    page.value(
        "(() => { const data = new DataTransfer();
            const text = `[Red \"Li\"]\\n\\n1. h2e2 {${'long '.repeat(60000)}} h7e7 (1... b9c7 2. h0g2) 2. b0c2 1-0\\n`;
            data.items.add(new File([text], 'study.pgn'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); })()",
    );
    page.until("document.querySelector('.moves .variation [data-id]')");
    let record = "JSON.parse(localStorage['shuangqi.game.' + location.hash.split('/').at(-1)])";
    page.until(&format!("{record}.isLarge && {record}.tree.length === 4"));
    page.reload();
    page.until("document.querySelector('.moves .comment').textContent.length > 250000");
    assert!(page.holds("document.querySelectorAll('.moves .variation [data-id]').length === 2"));
    page.key("ArrowRight");
    page.until("document.querySelector('.comment-box').value.length > 250000");
    page.value(
        "(() => { const box = document.querySelector('.comment-box'); box.value = 'short'; box.dispatchEvent(new Event('change')); })()",
    );
    page.until(&format!("!{record}.isLarge"));
    page.reload();
    page.until("document.querySelector('.moves .comment').textContent === 'short'");
    page.is_clean();
}

/// Variations inside variations are written however deep they lie.
#[test]
fn deep_variations_are_listed() {
    let Some(page) = open(SIZES[0]) else { return };
    page.visit("#/");
    page.until("document.querySelector('main h1, main .card, main section')");
    let listed = page.value(
        "Promise.all([import('./move_list.js'), import('./game_tree.js')]).then(([{ MoveList }, { GameTree }]) => {
            const tree = new GameTree();
            let last = tree.root;
            for (let ply = 0; ply < 20000; ply += 1) { tree.add(last, `main${ply}`); last = tree.add(last, `other${ply}`); }
            const list = new MoveList(() => {});
            list.show(tree, (node) => (node.ply - 1) % 2);
            return list.buttons.size; })",
    );
    assert_eq!(listed, 40000);
}
