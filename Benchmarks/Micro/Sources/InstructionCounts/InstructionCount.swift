/// The number of instructions of a benchmark per unit of its work.
struct InstructionCount: Hashable, Sendable {
    /// The benchmark.
    var name: String

    /// The name of a unit.
    var unit: String

    /// Instructions of the program, without those of the kernel.
    var perUnit: Double

    /// The count as text.
    var text: String { "\(Self.text(perUnit)) instructions per \(unit)" }

    /// A count, with a decimal if it is small.
    static func text(_ count: Double) -> String {
        let tenths = Int((count * 10).rounded())
        return tenths < 10_000 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
}
