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

    var ofEditedStream: any EditedFolding { EditedDeciderFold(rules) }

    mutating func apply(_ event: RecordedEvent) throws(EventDecodingError) -> EventJudgement {
        guard let decoded = try rules.decode(event) else { return .foreign }
        let judgement = rules.judgement(of: decoded, in: state)
        rules.evolve(&state, decoded, event)
        return judgement
    }
}

/// The folds of one stream's events by a decider, as they were recorded and as they are edited.
struct EditedDeciderFold<Model: Decider>: EditedFolding {
    private let rules: DeciderRules<Model>

    /// The state of the recorded events; `nil` after one that cannot be decoded.
    private var recorded: Model.State? = Model.initialState

    /// The edited state, once an edit was passed: until then it is the recorded one.
    private var edited: Model.State?
    private var isEdited = false

    init(_ rules: DeciderRules<Model>) {
        self.rules = rules
    }

    mutating func apply(_ step: EditedStep) -> (recorded: EventJudgement?, edited: EventJudgement?) {
        if !isEdited, step.recorded == nil || step.edited == nil { (edited, isEdited) = (recorded, true) }
        // An event that is in both histories is decoded once.
        guard let event = step.recorded ?? step.edited, recorded != nil || edited != nil else { return (nil, nil) }
        let reading = rules.read(event)
        let judgement = step.recorded.flatMap { rules.apply(reading, $0, to: &recorded) }
        guard isEdited else { return (judgement, judgement) }
        return (judgement, step.edited.flatMap { rules.apply(reading, $0, to: &edited) })
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

    /// What decoding an event gives.
    enum Reading {
        case event(Model.Event)
        case foreign
        case undecodable
    }

    func read(_ event: RecordedEvent) -> Reading {
        do throws(EventDecodingError) {
            return try decode(event).map { .event($0) } ?? .foreign
        } catch {
            return .undecodable
        }
    }

    /// Applies a decoded event; `nil`, and no state from then on, if it or an earlier one cannot be decoded.
    func apply(_ reading: Reading, _ event: RecordedEvent, to state: inout Model.State?) -> EventJudgement? {
        guard var present = state else { return nil }
        switch reading {
        case .foreign: return .foreign
        case .undecodable:
            state = nil
            return nil
        case .event(let decoded):
            let judgement = judgement(of: decoded, in: present)
            // Without a second reference, the state is changed in place.
            state = nil
            evolve(&present, decoded, event)
            state = present
            return judgement
        }
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
