import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct FigureTests {
    @Test func `a figure of several rounds shows minimum and maximum`() {
        var result = ContenderResult(Contender(engine: MemoryEngine(stores: MemoryStores()), rule: .whatWaits))
        result.note("goodput", medianOf: [0.5, 0.25, 0.75], .ratio)
        result.note("attempts", medianOf: [7, 7], .perSecond)
        result.note("alone", medianOf: [3], .count)
        result.note("none", medianOf: [], .count)
        #expect(result.figures.map(\.name) == ["goodput", "attempts", "alone"])
        #expect(result.figures.map(\.text) == ["0.50 (0.25 to 0.75)", "7/s", "3"])
        #expect(result.figures.map(\.rounds) == [[0.5, 0.25, 0.75], [7, 7], nil])
    }

    @Test func `bytes are shown in KiB below a MiB`() {
        let texts = [512, 262_144, 3 << 20].map { Figure(name: "a page", value: Double($0), unit: .bytes).text }
        #expect(texts == ["0.5 KiB", "256.0 KiB", "3.0 MiB"])
    }

    @Test func `a report of an older harness without rounds is decoded`() throws {
        let json = #"{"name":"goodput","value":0.5,"unit":"ratio"}"#
        let figure = try JSONDecoder().decode(Figure.self, from: Data(json.utf8))
        #expect(figure == Figure(name: "goodput", value: 0.5, unit: .ratio))
    }
}
