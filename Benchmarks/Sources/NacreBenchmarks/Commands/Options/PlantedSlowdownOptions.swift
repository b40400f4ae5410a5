import ArgumentParser

/// The deliberate slowdown of a workload.
struct PlantedSlowdownOptions: ParsableArguments {
    @Option(
        name: .customLong("plant-slowdown-percent"),
        help: ArgumentHelp(
            """
            Have each unit of work cost so much more processor time, to see that a comparison finds it: the figures mean \
            nothing then.
            """, valueName: "percent", visibility: .hidden))
    var percent = 0.0

    func validate() throws {
        guard percent >= 0, percent <= 10_000 else {
            throw ValidationError("--plant-slowdown-percent is 0 to 10000, this is \(percent)")
        }
    }

    var slowdown: PlantedSlowdown { PlantedSlowdown(percent: percent) }
}
