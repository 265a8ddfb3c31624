//! Xiangqi as people and programs meet it: [`Game`] for [`Position`].

use game::{
    BoardShape, Explanation, Game, GameInfo, GameResult, GameSession, HelpTexts, Message, Notation, PgnTags,
    SearchRequest, Seat, Unit, Verdict,
};
use search_core::bad_input::quote;
use search_core::{BadInput, Budget, Position as _, Recipe, Score, SearchOptions, message};

use crate::evaluator::{AnyEvaluator, AnyWeights};
use crate::moves::Move;
use crate::notation::{self, Script};
use crate::piece::Color;
use crate::plan::{self, Play};
use crate::position::Position;
use crate::rules::{GameRules, Rules};
use crate::square::Square;
use crate::strengths::STRENGTHS;
use crate::{fen, referee};

impl Game for Position {
    type Evaluator = AnyEvaluator;
    type Weights = AnyWeights;
    type Recipe = Play;
    type Rules = GameRules;

    const INFO: GameInfo = GameInfo {
        summary: "Chinese chess",
        hundred: "soldier",
        unit: Unit { name: "soldiers", size: 100 },
        rules: Some(Rules::ASIAN.name()),
        rule_sets: &Rules::NAMES,
        quiet_moves: Some(GameRules::DEFAULT.quiet_moves),
        has_notations: true,
        strengths: &STRENGTHS,
        variety: 20,
        has_explanation: true,
        has_epd: true,
        // Red is White to Western programs.
        pgn: PgnTags {
            game: "Chinese Chess",
            players: [&["Red", "White"], &["Black"]],
            clocks: ["WhiteTimeControl", "BlackTimeControl"],
        },
        file_forms: &["xqf", "ubb"],
        help: HelpTexts {
            example: "a move such as h2e2, C2.5 or 炮二平五",
            moves: &[
                ("h2e2", "play a move: by its points, in WXF letters (C2.5) or in characters (炮二平五);"),
                ("", "several with blanks between them"),
            ],
            position: "begin from a position, a FEN",
            level: "think N plies ahead",
        },
        ..GameInfo::new("xiangqi", "Xiangqi", ["red", "black"], ["Red", "Black"], BoardShape::Xiangqi)
    };
    const START: &'static str = fen::START;
    const PLAY: Play = Play;
    const STRONGEST: Recipe = plan::STRONGEST;

    fn start() -> Self {
        Position::from_fen(fen::START).unwrap_or_else(|bad| panic!("the start position: {bad}"))
    }

    fn parse_board(text: &str) -> Result<Self, BadInput> {
        text.parse()
    }

    fn board_text(&self) -> String {
        self.to_string()
    }

    fn find_move(&self, text: &str) -> Result<Move, String> {
        let mv = Move::parse(text).map_err(|_| "it is no move in coordinates, such as h2e2")?;
        self.check(mv).map_err(|illegal| illegal.to_string())?;
        Ok(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, BadInput> {
        notation::parse_move(self.board(), text)
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        let script = match notation {
            Notation::Iccs => return mv.iccs(),
            Notation::Chinese => Script::Characters,
            Notation::Traditional => Script::Traditional,
            Notation::Wxf => Script::Letters,
        };
        notation::write_move(self.board(), mv, script)
    }

    fn is_board(word: &str) -> bool {
        word.contains('/')
    }

    fn parse_rules(text: &str, base: GameRules) -> Result<GameRules, BadInput> {
        let only_name = Rules::named(text).map(|repetition| GameRules { repetition, ..base });
        let only_moves = || GameRules::named(&format!("{} {text}", base.repetition.name()));
        only_name.or_else(|| GameRules::named(text)).or_else(only_moves).ok_or_else(|| {
            let expected = message!("input-one-of", "one of {items}", items = Rules::NAMES.join(", "));
            let remedy = message!("input-rules-remedy", "Name one of these sets of rules");
            BadInput::new("Xiangqi rules", None, quote(text), expected, remedy)
        })
    }

    fn rules_text(rules: GameRules) -> String {
        rules.to_string()
    }

    fn under(self, rules: GameRules) -> Self {
        Position::under(self, rules)
    }

    fn verdict(session: &GameSession<Self>) -> Option<Verdict> {
        let (position, line) = (session.position(), session.line());
        let ending = referee::ending(position, line)?;
        let result = ending.winner.map_or(GameResult::Draw, |winner| {
            GameResult::win_of(if winner == Color::Red { Seat::First } else { Seat::Second })
        });
        let explanation = referee::explanation(ending, position, line).to_string();
        let explanation = explanation.trim_end_matches('.').to_owned();
        Some(Verdict::new(result, &ending.reason.to_string(), explanation))
    }

    fn verdict_message(session: &GameSession<Self>) -> Option<Message> {
        let (position, line) = (session.position(), session.line());
        Some(referee::explanation(referee::ending(position, line)?, position, line))
    }

    fn parse_weights(path: &str, contents: &[u8]) -> Result<AnyWeights, BadInput> {
        AnyWeights::parse_file(path, contents)
    }

    fn evaluations() -> Vec<(&'static str, AnyWeights)> {
        AnyWeights::embedded()
    }

    fn evaluator_id(weights: &AnyWeights) -> (&'static str, String) {
        weights.id()
    }

    fn explain(&self, weights: &AnyWeights) -> Option<Explanation> {
        let explained = weights.explain(self);
        let terms = explained.terms.iter().map(|term| (term.name, term.blended)).collect();
        let worth = Square::all()
            .zip(explained.worth)
            .filter_map(|(square, worth)| Some((square.to_string(), worth?)));
        Some(Explanation { score: explained.score(), scale: explained.scale, terms, worth: worth.collect() })
    }

    fn evaluator(weights: &AnyWeights, _nodes: u64) -> AnyEvaluator {
        AnyEvaluator::new(weights)
    }

    fn plan(session: &GameSession<Self>, request: &SearchRequest) -> (SearchOptions<Move>, Option<Budget>) {
        let position = session.position();
        let share = |clock| plan::share(clock, position, request.overhead);
        (plan::options(request.depth(), request.limits.nodes), request.budget(Seat::to_move(position), share))
    }

    /// A beginner sees captures first, and short moves before long ones.
    fn obscurity(&self, mv: Move) -> u32 {
        let ([from_file, from_rank], [to_file, to_rank]) = (coordinates(mv.from()), coordinates(mv.to()));
        let distance = from_file.abs_diff(to_file).max(from_rank.abs_diff(to_rank)) as u32;
        let quiet = if self.victim(mv) > 0 { 0 } else { 60 };
        quiet + 4 * distance
    }

    fn win_draw_loss(&self, score: Score, weights: &AnyWeights) -> Option<[u16; 3]> {
        Some(weights.chances(self).win_draw_loss(score))
    }

    fn to_move(&self) -> Message {
        let message = match self.board().in_check() {
            true => Message::new("to-move-check", "{side} to move, in check"),
            false => Message::new("to-move", "{side} to move"),
        };
        message.with("side", Self::INFO.side(Seat::to_move(self)))
    }

    fn drawing(&self, in_letters: bool) -> String {
        notation::draw(self, if in_letters { Script::Letters } else { Script::Characters })
    }

    fn opening_class(&self) -> String {
        let setup = self.to_setup();
        let [one, other] = [&setup, &setup.mirrored()].map(ToString::to_string);
        one.min(other)
    }
}

fn coordinates(square: Square) -> [usize; 2] {
    [square.file().index(), square.rank().index()]
}
