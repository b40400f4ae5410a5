/// The templates of the views, in the folder `Templates`; partials stand in other templates.
enum Template: String, CaseIterable {
    /// What surrounds a view.
    case document

    /// Why a view cannot be shown.
    case problem

    /// Why a request does not reach the inspector.
    case refusal

    /// Leads to an address once the browser has the cookie.
    case entrance

    /// The events of a log.
    case log

    /// New rows of a log, for the script.
    case rows

    /// A row of a log, a partial.
    case row

    /// A command line, a partial.
    case command

    /// An event.
    case event

    /// An event in a few words, a partial.
    case brief

    /// A JSON value, a partial.
    case tree

    /// Causes and consequences.
    case trace

    /// The events over time.
    case timeline

    /// The state of the store.
    case health

    /// A projection or a process manager, a partial.
    case follower

    /// What can be looked at as it was.
    case past

    /// The state of a stream after an event.
    case state

    /// The rows of a read model as of a moment.
    case model

    /// A row of a read model, and what gave it its values.
    case origins

    /// What changed between two moments.
    case difference

    /// Links and a button that go through the past, a partial.
    case steps

    /// What can be asked.
    case ask

    /// The form of a question, with the answer.
    case question

    /// A field of a form, a partial.
    case field

    /// An event that is about to be skipped.
    case skip

    /// The answer to a question, a partial.
    case answer

    var text: String {
        let bytes =
            switch self {
            case .document: PackageResources.document_mustache
            case .problem: PackageResources.problem_mustache
            case .refusal: PackageResources.refusal_mustache
            case .entrance: PackageResources.entrance_mustache
            case .log: PackageResources.log_mustache
            case .rows: PackageResources.rows_mustache
            case .row: PackageResources.row_mustache
            case .command: PackageResources.command_mustache
            case .event: PackageResources.event_mustache
            case .brief: PackageResources.brief_mustache
            case .tree: PackageResources.tree_mustache
            case .trace: PackageResources.trace_mustache
            case .timeline: PackageResources.timeline_mustache
            case .health: PackageResources.health_mustache
            case .follower: PackageResources.follower_mustache
            case .past: PackageResources.past_mustache
            case .state: PackageResources.state_mustache
            case .model: PackageResources.model_mustache
            case .origins: PackageResources.origins_mustache
            case .difference: PackageResources.difference_mustache
            case .steps: PackageResources.steps_mustache
            case .ask: PackageResources.ask_mustache
            case .question: PackageResources.question_mustache
            case .field: PackageResources.field_mustache
            case .skip: PackageResources.skip_mustache
            case .answer: PackageResources.answer_mustache
            }
        return String(decoding: bytes, as: UTF8.self)
    }
}
