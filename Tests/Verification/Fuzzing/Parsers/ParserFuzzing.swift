import DomainKit
import Nacre

/// The entry point of libFuzzer: the first byte of the input selects the parser, the rest is parsed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let data, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
    switch data[0] {
    case 8...11: QueryProperties.check(bytes)
    case 12...15: ArgumentProperties.check(bytes)
    case 16, 17: JournalProperties.check(bytes, isSealed: data[0] == 17)
    default: checkFormat(bytes, chosenBy: data[0] & 7)
    }
    return 0
}

private func checkFormat(_ bytes: [UInt8], chosenBy choice: UInt8) {
    switch choice {
    case 0, 1: JSONProperties.check(bytes)
    case 2, 3: NDJSONProperties.check(bytes)
    case 4: TextProperties.check(bytes)
    case 5: BlockProperties.check(bytes, isSealed: false)
    default: BlockProperties.check(bytes, isSealed: true)
    }
}

/// Ends the process if a property does not hold, so that libFuzzer stores the input.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError(what()) }
}
