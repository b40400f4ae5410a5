import Testing

@testable import NacreBenchmarks

@Suite struct SystemNamesTests {
    private let arm = """
        processor\t: 0
        BogoMIPS\t: 243.75
        CPU implementer\t: 0x41
        CPU architecture: 8
        CPU part\t: 0xd0c
        """

    @Test func `a processor with a name has that name`() {
        let information = "processor\t: 0\nmodel name\t: Some Processor 9000\nmodel name\t: Another\n"
        #expect(SystemNames.processor(information, model: "A board\0") == "Some Processor 9000")
    }

    @Test func `a processor without a name is identified by its numbers and machine`() {
        #expect(SystemNames.processor(arm, model: nil) == "CPU implementer 0x41, part 0xd0c")
        #expect(SystemNames.processor(arm, model: "A board\0") == "A board, CPU implementer 0x41, part 0xd0c")
        #expect(SystemNames.processor(nil, model: "A board\0") == "A board")
    }

    @Test(arguments: [nil, "", "processor\t: 0\nmodel name\t:\n"])
    func `a processor without information is unknown`(information: String?) {
        #expect(SystemNames.processor(information, model: nil) == "unknown")
        #expect(SystemNames.processor(information, model: "\0") == "unknown")
    }
}
