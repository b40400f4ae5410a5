import ArgumentParser
import Nacre

/// The options that select events by anything that is known of them.
struct CriteriaOptions<Tool: StoreTool>: ParsableArguments {
    @OptionGroup var filter: EventFilterOptions<Tool>

    @Option(
        help: ArgumentHelp("Only events of this stream.", valueName: "stream"),
        completion: NameCompletion<Tool>.of(.stream))
    var stream: String?

    @Option(help: ArgumentHelp("Only events after this position.", valueName: "position"))
    var after: UInt64 = 0

    @Option(help: ArgumentHelp("Only events up to this position.", valueName: "position"))
    var upTo: UInt64?

    /// Whether events are selected by nothing but their positions and times.
    var selectsByPositionAlone: Bool { filter.selectsByTimeAlone && stream == nil }

    func validate() throws {
        if let upTo, upTo < after {
            throw ArgumentParser.ValidationError("--up-to \(upTo) is before --after \(after)")
        }
    }

    /// The properties that events are required to have.
    var criteria: EventCriteria {
        var criteria = filter.criteria
        criteria.stream = stream.map { StreamName($0) }
        criteria.after = after
        criteria.upTo = upTo ?? .max
        return criteria
    }
}
