/// How many instructions a benchmark executes for each unit of its work.
struct InstructionCount: Hashable, Sendable {
    /// The benchmark.
    var name: String

    /// What a unit is.
    var unit: String

    /// Instructions of the program, without those of the system's kernel.
    var perUnit: Double

    /// The count as people read it.
    var text: String { "\(Self.text(perUnit)) instructions per \(unit)" }

    /// A count with a decimal where it is small.
    static func text(_ count: Double) -> String {
        let tenths = Int((count * 10).rounded())
        return tenths < 10_000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
}
