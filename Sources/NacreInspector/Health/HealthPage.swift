import Nacre
import NacreTool

/// The state of a store, as it is rendered.
struct HealthPage: Sendable {
    /// A projection or a process manager.
    struct Row: Sendable {
        let name: String
        let state: String
        let position: Position
        let address: String?
        let lag: String
        let rate: String
        let remark: String
        let isHalted: Bool

        /// What the buttons for a halted one do; `nil` without them.
        let repair: Repair?
    }

    /// The buttons of a halted follower.
    struct Repair: Sendable {
        let retryAddress: String

        /// What the form that leads to the skipping passes on.
        let parameter: String
        let exactName: String
        let haltedAt: Position
    }

    /// A file of the store.
    struct File: Sendable {
        let name: String
        let size: String
    }

    let summary: String
    let isHealthy: Bool
    let id: String
    let events: Position
    let blocks: Int
    let appended: String?
    let indexed: String
    let files: [File]
    let isFirstLook: Bool

    /// What this process has measured of its appends.
    let figures: [InspectorFigure]
    let hasFigures: Bool
    let isMeasuring: Bool
    let projections: [Row]
    let hasProjections: Bool
    let processes: [Row]
    let hasProcesses: Bool
    let command: String

    /// - Parameters:
    ///   - health: The state.
    ///   - rates: How fast it grows.
    ///   - figures: What this process has measured of its appends; `nil` if it measures nothing.
    ///   - allowsRepair: Whether halted followers have buttons.
    ///   - command: The command that prints the counts and sizes.
    init(
        _ health: StoreHealth, _ rates: HealthRates, _ figures: [InspectorFigure]?, allowsRepair: Bool, command: String
    ) {
        let statistics = health.statistics
        id = statistics.id.description
        events = statistics.head
        blocks = statistics.blocks
        let interval = rates.interval.map { " in \($0)" } ?? ""
        isFirstLook = rates.interval == nil
        appended = rates.appended.map { "\($0) events per second\(interval)" }
        indexed =
            "position \(statistics.indexedUpTo), \(Figures.count(statistics.indexLag, "event")) behind"
            + (rates.indexed.map { ", \($0) events per second\(interval)" } ?? "")
        files = statistics.files.map { file in
            let growth = rates.growth(of: file.name).map { Self.growth($0) + interval } ?? ""
            return File(name: file.name.inCell, size: Self.size(file.bytes) + growth)
        }
        self.figures = figures ?? []
        hasFigures = !self.figures.isEmpty
        isMeasuring = figures != nil
        projections = health.projections.map { Row($0, rates, allowsRepair: allowsRepair) }
        hasProjections = !projections.isEmpty
        processes = health.processes.map { Row($0, rates, allowsRepair: allowsRepair) }
        hasProcesses = !processes.isEmpty
        let halted = (health.projections + health.processes).filter(\.isHalted).map(\.name)
        isHealthy = halted.isEmpty
        summary =
            halted.isEmpty
            ? "No projection and no process manager is halted."
            : "\(Figures.list(halted)) \(halted.count == 1 ? "is" : "are") halted."
        self.command = command
    }

    /// A size for people, with the exact bytes.
    private static func size(_ bytes: Int) -> String {
        let size = rounded(bytes)
        return bytes < 1_024 ? size : "\(size) (\(bytes) bytes)"
    }

    /// By how much a file has grown or shrunk, for people.
    private static func growth(_ bytes: Int) -> String {
        guard bytes != 0 else { return ", unchanged" }
        return ", \(bytes > 0 ? "+" : "−")\(rounded(Int(clamping: bytes.magnitude)))"
    }

    /// A number of bytes for people.
    private static func rounded(_ bytes: Int) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (bytes * 10, 0)
        while value >= 10_240, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        guard unit > 0 else { return Figures.count(bytes, "byte") }
        return "\(value / 10).\(value % 10) \(units[unit])"
    }
}

extension HealthPage.Row {
    fileprivate init(_ follower: StoreHealth.Follower, _ rates: HealthRates, allowsRepair: Bool) {
        name = follower.name
        state = follower.state
        position = follower.position
        address = follower.position > 0 ? Address.event(follower.position) : nil
        lag = follower.lag.map { "\($0)" } ?? "–"
        rate = rates.rate(of: follower.reference) ?? "–"
        remark = follower.remark
        isHalted = follower.isHalted
        repair = follower.haltedAt.flatMap { position in
            guard allowsRepair else { return nil }
            return HealthPage.Repair(
                retryAddress: Address.retry(follower.reference), parameter: follower.reference.parameter,
                exactName: follower.reference.name, haltedAt: position)
        }
    }
}
