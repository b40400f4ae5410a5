@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

// A span cannot stand in an expectation's expression: it would escape.
extension [UInt8] {
    init(copying span: RawSpan) {
        self = []
        for offset in 0..<span.byteCount { append(span.byte(at: offset)) }
    }

    var wordSum: UInt64 { span.bytes.wordSum }

    var mark: EventMark? { EventMark(of: span.bytes) }

    func isEqual(to other: [UInt8], from start: Int) -> Bool {
        span.bytes.isEqual(to: other.span.bytes, from: start)
    }

    func isPayload(of mark: EventMark, in templates: PayloadTemplates) -> Bool {
        templates.matches(span.bytes, mark: mark)
    }
}
