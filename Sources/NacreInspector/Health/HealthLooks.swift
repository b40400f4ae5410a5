import Nacre
import NacreTool

/// What a look at the health of a store has seen that grows.
struct HealthLook: Sendable {
    let time: ContinuousClock.Instant
    let head: Position
    let indexed: Position

    /// The position of each projection and process manager.
    let followers: [FollowerReference: Position]

    /// The size of each file, in bytes.
    let files: [String: Int]
}

extension HealthLook {
    init(_ health: StoreHealth, at time: ContinuousClock.Instant) {
        self.time = time
        head = health.statistics.head
        indexed = health.statistics.indexedUpTo
        let passed = (health.projections + health.processes).map { ($0.reference, $0.position) }
        followers = Dictionary(passed) { first, _ in first }
        files = Dictionary(health.statistics.files.map { ($0.name, $0.bytes) }) { first, _ in first }
    }
}

/// The last looks at the health of a store.
actor HealthLooks {
    // INSP-09: Rates are measured between two looks, and latencies are shown where they are known.

    /// The shortest and the longest time over which rates are measured; the longest unless no look is so recent.
    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(60)

    private var looks: [HealthLook] = []

    /// Remembers a look.
    ///
    /// - Parameter look: The look.
    /// - Returns: The look to compare it with; `nil` if there was none that long before.
    func remember(_ look: HealthLook) -> HealthLook? {
        let earlier = looks.filter { $0.time.duration(to: look.time) >= Self.shortest }
        let recent = earlier.filter { $0.time.duration(to: look.time) <= Self.longest }
        let base = recent.first ?? earlier.last
        if let last = looks.last, last.time.duration(to: look.time) < Self.shortest { return base }
        // The last one is kept, however old it is, until there is another.
        looks = recent + [look]
        return base
    }
}

/// How fast a store grows, between two looks.
struct HealthRates: Sendable {
    /// Over which time they are measured, for people; `nil` if this is the first look.
    let interval: String?

    private let look: HealthLook
    private let base: HealthLook?

    init(_ look: HealthLook, since base: HealthLook?) {
        self.look = look
        self.base = base
        interval = base.map { Figures.duration(nanoseconds: Int64($0.time.duration(to: look.time) / .nanoseconds(1))) }
    }

    /// The events appended in a second; `nil` if that is not known.
    var appended: String? { base.flatMap { rate(from: $0.head, to: look.head) } }

    /// The events indexed in a second; `nil` if that is not known.
    var indexed: String? { base.flatMap { rate(from: $0.indexed, to: look.indexed) } }

    /// The events that a projection or a process manager has passed in a second; `nil` if that is not known.
    func rate(of follower: FollowerReference) -> String? {
        guard let before = base?.followers[follower], let now = look.followers[follower] else { return nil }
        return rate(from: before, to: now)
    }

    /// By how many bytes a file has grown, negative if it has shrunk; `nil` if that is not known.
    func growth(of file: String) -> Int? {
        guard let before = base?.files[file], let now = look.files[file] else { return nil }
        return now - before
    }

    /// The rate for people: whole from ten on; `nil` if the position has moved back, as of one that is built again.
    private func rate(from before: Position, to now: Position) -> String? {
        guard let base, now >= before else { return nil }
        let tenths = (Double(now - before) / (base.time.duration(to: look.time) / .seconds(1)) * 10).rounded()
        let count = Int64(tenths)
        if count >= 100 { return "\((count + 5) / 10)" }
        // What is slower than it can be written is not nothing.
        if count == 0, now > before { return "< 0.1" }
        return count % 10 == 0 ? "\(count / 10)" : "\(count / 10).\(count % 10)"
    }
}
