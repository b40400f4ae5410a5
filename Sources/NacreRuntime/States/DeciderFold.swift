import DomainKit
import Nacre

/// The fold of one stream's events by a decider.
struct DeciderFold<Model: Decider>: StateFolding {
    private let rules: DeciderRules<Model>
    private var state = Model.initialState

    init(_ rules: DeciderRules<Model>) {
        self.rules = rules
    }

    var value: StateValue { StateValue(of: state) }

    mutating func apply(_ event: RecordedEvent) throws(EventDecodingError) -> EventJudgement {
        guard let decoded = try rules.decode(event) else { return .foreign }
        let judgement = rules.judgement(of: decoded, in: state)
        rules.evolve(&state, decoded, event)
        return judgement
    }
}

/// What the folds of a decider share; one word in each of them, because a check of a log holds many.
final class DeciderRules<Model: Decider>: Sendable {
    typealias Decode = @Sendable (RecordedEvent) throws(EventDecodingError) -> Model.Event?

    let decode: Decode
    let evolve = Evolution<Model>()
    private let rules: TypedRules<Model.State, Model.Event>?

    init(decode: @escaping Decode) {
        self.decode = decode
        // Looked up once, as in FEAT-06.
        rules = (Model.self as? any JudgingDecider.Type)?.rules as? TypedRules<Model.State, Model.Event>
    }

    func judgement(of event: Model.Event, in state: Model.State) -> EventJudgement {
        guard let rules else { return .notJudged }
        return rules.refusal(event, state).map { .refused($0) } ?? .allowed
    }
}

/// The rules of a `JudgingDecider` with the decider's type erased.
private struct TypedRules<State, Event>: Sendable {
    let refusal: @Sendable (Event, State) -> Refusal?
}

extension JudgingDecider {
    fileprivate static var rules: any Sendable {
        TypedRules<State, Event> { event, state in refusal(of: event, in: state) }
    }
}
