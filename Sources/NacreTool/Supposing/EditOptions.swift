import ArgumentParser

/// The options that edit a history.
struct EditOptions<Tool: StoreTool>: ParsableArguments {
    @Option(
        name: .customLong("without"),
        help: ArgumentHelp(
            "Leave out the event with this position, id or beginning of an id, or a range such as 1200..1210; repeatable.",
            valueName: "event"))
    var without: [String] = []

    @Option(
        name: .customLong("without-type"),
        help: ArgumentHelp("Leave out all events of this type; repeatable.", valueName: "type"))
    var withoutTypes: [String] = []

    @Option(
        name: .customLong("without-stream"),
        help: ArgumentHelp("Leave out all events of this stream; repeatable.", valueName: "stream"),
        completion: NameCompletion<Tool>.of(.stream))
    var withoutStreams: [String] = []

    @Option(
        name: .customLong("without-actor"),
        help: ArgumentHelp("Leave out all events of this actor; repeatable.", valueName: "actor"),
        completion: NameCompletion<Tool>.of(.actor))
    var withoutActors: [String] = []

    @Option(
        name: .customLong("without-correlation"),
        help: ArgumentHelp("Leave out all events of this correlation id; repeatable.", valueName: "id"))
    var withoutCorrelations: [String] = []

    @Option(
        help: ArgumentHelp("Give this event the data of the next --data; repeatable.", valueName: "event"))
    var replace: [String] = []

    @Option(help: ArgumentHelp("The data for --replace, as JSON; once for each.", valueName: "json"))
    var data: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Insert an event after another one, 0 for the beginning: AFTER STREAM TYPE JSON; repeatable.",
            valueName: "after stream type json"))
    var insert: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Move an event behind another one, 0 for the beginning: EVENT AFTER; repeatable.",
            valueName: "event after"))
    var move: [String] = []

    func validate() throws {
        guard replace.count == data.count else {
            throw ValidationError(
                "--replace is given \(Figures.count(replace.count, "time")) and --data \(Figures.count(data.count, "time")): each --replace needs its --data"
            )
        }
        guard insert.count % 4 == 0 else {
            throw ValidationError(
                "--insert needs four values: the event before it, stream, type and JSON; one that begins with a hyphen is "
                    + "taken for an option, so write a space before a negative number: ' -5'")
        }
        guard move.count % 2 == 0 else {
            throw ValidationError("--move needs two values: the event, and the one that it comes after")
        }
    }
}
