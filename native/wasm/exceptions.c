// The tag of C++ exceptions in WebAssembly, which the compiler's libraries leave to the program.
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");
