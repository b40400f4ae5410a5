import Nacre

/// The commits of a load, with the names of its streams made ready: what draws the load up takes time from what is
/// measured.
struct KernelCommits: Sendable {
    let load: KernelLoad
    private let names: [StreamName]

    init(_ load: KernelLoad) {
        self.load = load
        names = (0..<load.streams).map(load.stream(of:))
    }

    /// The commit that appends an event.
    subscript(number: Int) -> Commit {
        Commit(
            [load.event(number)], to: names[number % load.streams], expecting: .exact(load.version(of: number) - 1))
    }
}
